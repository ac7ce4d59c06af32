#include "retake/numerics/parallel_for.h"

#include <atomic>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include <gtest/gtest.h>

namespace retake {
namespace {

TEST(ParallelFor, CallsEachIndexOnce) {
  for (const std::ptrdiff_t grain : {1, 7, 1000}) {
    std::vector<std::atomic<int>> calls(501);
    parallel_for(
        501, [&](std::ptrdiff_t i) { ++calls[static_cast<std::size_t>(i)]; }, grain);
    for (const auto& count : calls) EXPECT_EQ(count, 1);
  }
}

TEST(ParallelFor, DoesNothingForNothing) {
  parallel_for(0, [](std::ptrdiff_t) { FAIL(); });
}

TEST(ParallelFor, HandsExceptionsOn) {
  const auto refuse = [](std::ptrdiff_t i) {
    if (i == 30) throw std::runtime_error("30");
  };
  EXPECT_THROW(parallel_for(100, refuse), std::runtime_error);
}

// Terms of very different size, so that another order of summation rounds differently.
double term(std::ptrdiff_t i) { return std::sin(static_cast<double>(i)) * std::pow(10, i % 17); }

TEST(ParallelSum, IsTheSameToTheBitForAnyNumberOfThreads) {
  const auto sum = [](int threads) {
    const ThreadLimit limit(threads);
    return parallel_sum(100001, term);
  };
  const double one = sum(1);
  for (const int threads : {2, 3, 8}) EXPECT_EQ(sum(threads), one);
}

TEST(ParallelSum, IsTheSumForEveryCountAndBlockSize) {
  for (const std::ptrdiff_t count : {0, 1, 255, 256, 257, 1000}) {
    for (const std::ptrdiff_t block : {1, 10, 256}) {
      const double sum = parallel_sum(
          count, [](std::ptrdiff_t i) { return static_cast<double>(i); }, block);
      EXPECT_EQ(sum, static_cast<double>(count * (count - 1) / 2));
    }
  }
}

}  // namespace
}  // namespace retake
