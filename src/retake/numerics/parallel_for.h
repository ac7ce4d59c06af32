#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>

#include "retake/numerics/task_order.h"

namespace retake {

// Calls body(i) for i in [0, count), on all threads. Each i must write only what is its own, so
// that the result does not depend on the number of threads.
template <class Body>
void parallel_for(std::ptrdiff_t count, const Body& body, std::ptrdiff_t grain = 1) {
  const TaskOrder order;
  tbb::parallel_for(tbb::blocked_range<std::ptrdiff_t>(0, count, grain),
                    [&](const tbb::blocked_range<std::ptrdiff_t>& range) {
                      const TaskOrder::Task task(order);
                      for (auto i = range.begin(); i != range.end(); ++i) body(i);
                    });
  order.wait();
}

// Sum of value(i) for i in [0, count): blocks of fixed size are summed in order and then added in
// order, so the rounding is the same for any number of threads.
template <class Value>
double parallel_sum(std::ptrdiff_t count, const Value& value, std::ptrdiff_t block = 256) {
  const std::ptrdiff_t blocks = (count + block - 1) / block;
  std::vector<double> partial(static_cast<std::size_t>(blocks), 0.0);
  parallel_for(blocks, [&](std::ptrdiff_t b) {
    const std::ptrdiff_t end = std::min(count, (b + 1) * block);
    double sum = 0;
    for (std::ptrdiff_t i = b * block; i < end; ++i) sum += value(i);
    partial[static_cast<std::size_t>(b)] = sum;
  });
  double sum = 0;
  for (const double part : partial) sum += part;
  return sum;
}

// While it lives, at most `count` threads work. For tests and for `--threads`.
class ThreadLimit {
 public:
  explicit ThreadLimit(int count)
      : control_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(count)) {}

 private:
  tbb::global_control control_;
};

}  // namespace retake
