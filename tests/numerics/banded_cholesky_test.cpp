#include "retake/numerics/banded_cholesky.h"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include "numerics/random_matrices.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"

namespace retake {
namespace {

// Random entries, and a diagonal that outweighs them.
BandedSystems random_systems(int systems, int unknowns, int half_bandwidth) {
  BandedSystems random(systems, unknowns, half_bandwidth);
  random.bands = random_matrix(systems, unknowns * (half_bandwidth + 1), 1);
  for (int t = 0; t < unknowns; ++t) random.entry(t, 0).array() += 2 * half_bandwidth + 1.5;
  return random;
}

MatX dense(const BandedSystems& systems, int system) {
  const int n = systems.unknown_count();
  MatX A = MatX::Zero(n, n);
  for (int t = 0; t < n; ++t)
    for (int d = 0; d <= std::min(t, systems.half_bandwidth); ++d)
      A(t, t - d) = A(t - d, t) = systems.entry(t, d)[system];
  return A;
}

class BandedCholeskySizes : public testing::TestWithParam<std::array<int, 3>> {};

INSTANTIATE_TEST_SUITE_P(SystemsUnknownsBandwidth, BandedCholeskySizes,
                         testing::Values(std::array{1, 5, 2}, std::array{3, 1, 2},
                                         std::array{7, 2, 2}, std::array{37, 40, 2},
                                         std::array{70, 33, 1}, std::array{33, 20, 3},
                                         std::array{5, 12, 7}, std::array{4, 6, 0}));

TEST_P(BandedCholeskySizes, SolvesEachSystemAsADenseSolverDoes) {
  const auto [systems, unknowns, half_bandwidth] = GetParam();
  const BandedSystems A = random_systems(systems, unknowns, half_bandwidth);
  const MatX B = random_matrix(systems, unknowns, 2);
  const BandedCholesky cholesky(A);
  EXPECT_NO_THROW(cholesky.require_positive_definite());
  const MatX X = cholesky.solve(B);
  for (int k = 0; k < systems; ++k) {
    const VecX expected = dense(A, k).llt().solve(B.row(k).transpose());
    EXPECT_LT((X.row(k).transpose() - expected).norm(), 1e-13 * expected.norm());
  }
}

TEST(BandedCholesky, PivotsAreThoseOfTheDenseFactorization) {
  const BandedSystems A = random_systems(9, 15, 2);
  const BandedCholesky cholesky(A);
  for (int k = 0; k < 9; ++k) {
    const MatX full = dense(A, k);
    const VecX pivots = MatX(full.llt().matrixL()).diagonal().array().square();
    const double smallest = (pivots.array() / full.diagonal().array()).minCoeff();
    EXPECT_NEAR(cholesky.smallest_pivots()[k], smallest, 1e-13);
  }
}

TEST(BandedCholesky, NamesTheSystemThatIsNotPositiveDefinite) {
  BandedSystems A = random_systems(40, 20, 2);
  A.entry(11, 0)[33] = 0.01;
  const BandedCholesky cholesky(A);
  for (int k = 0; k < 40; ++k) EXPECT_EQ(cholesky.smallest_pivots()[k] > 0, k != 33);
  try {
    cholesky.require_positive_definite();
    FAIL();
  } catch (const SolveError& error) {
    EXPECT_EQ(error.complaint().where, "system 33 of 40");
  }
}

TEST(BandedCholesky, RefusesANegativeDiagonalAndNotANumber) {
  BandedSystems A = random_systems(3, 8, 2);
  A.entry(4, 0)[1] = -3;
  A.entry(5, 1)[2] = std::numeric_limits<double>::quiet_NaN();
  const VecX pivots = BandedCholesky(A).smallest_pivots();
  EXPECT_TRUE(pivots[0] > 0);
  EXPECT_FALSE(pivots[1] > 0);
  EXPECT_FALSE(pivots[2] > 0);
}

TEST(BandedCholesky, ManyRightHandSidesTogetherGiveTheSameAsOneByOne) {
  const BandedCholesky cholesky(random_systems(50, 30, 2));
  std::vector<MatX> many;
  for (unsigned seed = 1; seed < 5; ++seed) many.push_back(random_matrix(50, 30, seed));
  const std::vector<MatX> solutions = cholesky.solve(many);
  for (std::size_t i = 0; i < many.size(); ++i) EXPECT_EQ(solutions[i], cholesky.solve(many[i]));
}

TEST(BandedCholesky, DoesNotDependOnTheNumberOfThreads) {
  const MatX B = random_matrix(100, 30, 2);
  const auto solve = [&](int threads) {
    const ThreadLimit limit(threads);
    return BandedCholesky(random_systems(100, 30, 2)).solve(B);
  };
  const MatX one = solve(1);
  for (const int threads : {2, 5}) EXPECT_EQ(solve(threads), one);
}

TEST(BandedCholesky, SolvesTheClampedBeamToItsAnalyticShape) {
  // u'''' = 1 with u = u' = 0 at both ends, whose solution is x² (1 - x)² / 24. Second-order
  // differences; the two frames at each end are held, as spacetime edits hold them.
  const int n = 400;
  const double h = 1.0 / (n + 1);
  BandedSystems A(2, n, 2);
  for (int t = 0; t < n; ++t) {
    A.entry(t, 0).setConstant(t == 0 || t == n - 1 ? 7 : 6);
    A.entry(t, 1).setConstant(-4);
    A.entry(t, 2).setConstant(1);
  }
  const MatX X = BandedCholesky(A).solve(MatX::Constant(2, n, h * h * h * h));
  const double middle = 0.5 * (n + 1) * h, expected = middle * middle * middle * middle / 24;
  EXPECT_NEAR((X(0, n / 2 - 1) + X(0, n / 2)) / 2, expected, 1e-4 * expected);
}

}  // namespace
}  // namespace retake
