// What this machine can do at most, measured with the same libraries that the rooms use.
#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>
#include <sys/resource.h>
#include <thread>
#include <vector>

#include <Eigen/Core>

#include "apps/cli/bench.h"
#include "retake/numerics/dense_blas.h"
#include "retake/numerics/parallel_for.h"

namespace retake::cli {

double peak_memory_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

double best_seconds(int repeats, const std::function<void()>& work) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < repeats; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    best = std::min(best, elapsed.count());
  }
  return best;
}

namespace {

double measure_gigaflops(int threads) {
  constexpr int size = 768;  // 4.7 MB a matrix: in cache, large enough for full speed
  std::vector<MatX> results(static_cast<std::size_t>(threads), MatX::Zero(size, size));
  const MatX a = MatX::Constant(size, size, 0.5);
  const double seconds = best_seconds(3, [&] {
    parallel_for(threads, [&](std::ptrdiff_t t) {
      blas::multiply(blas::Form::plain, blas::Form::plain, size, size, size, 1, a.data(), size,
                     a.data(), size, 0, results[static_cast<std::size_t>(t)].data(), size);
    });
  });
  return 2.0 * size * size * size * threads / seconds / 1e9;
}

double measure_gigabytes_per_second(int threads) {
  constexpr std::size_t count = 80'000'000;  // 640 MB: larger than any cache
  const std::vector<double> values(count, 1.0);
  const std::size_t share = count / static_cast<std::size_t>(threads);
  std::vector<double> sums(static_cast<std::size_t>(threads));
  const double seconds = best_seconds(3, [&] {
    parallel_for(threads, [&](std::ptrdiff_t t) {
      const double* begin = values.data() + static_cast<std::size_t>(t) * share;
      sums[static_cast<std::size_t>(t)] =
          Eigen::Map<const VecX>(begin, static_cast<Eigen::Index>(share)).sum();
    });
  });
  return static_cast<double>(share * sums.size() * sizeof(double)) / seconds / 1e9;
}

}  // namespace

MachineLimits measure_limits() {
  const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return {measure_gigaflops(threads), measure_gigabytes_per_second(threads)};
}

}  // namespace retake::cli
