#include "retake/numerics/sparse_cholesky.h"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include "numerics/random_matrices.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

// Of a grid of n x n points: 4 + extra on the diagonal, neighbours coupled by random weights.
SparseMatrix grid_matrix(int n, unsigned seed, double extra = 0.1) {
  const MatX weights = random_matrix(n * n, 2, seed).cwiseAbs();
  std::vector<Eigen::Triplet<double>> entries;
  const auto couple = [&](int a, int b, double w) {
    entries.emplace_back(b, a, -w);
    entries.emplace_back(a, a, w);
    entries.emplace_back(b, b, w);
  };
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      const int i = y * n + x;
      entries.emplace_back(i, i, extra);
      if (x + 1 < n) couple(i, i + 1, weights(i, 0));
      if (y + 1 < n) couple(i, i + n, weights(i, 1));
    }
  }
  SparseMatrix lower(n * n, n * n);
  lower.setFromTriplets(entries.begin(), entries.end());
  return lower;
}

MatX dense(const SparseMatrix& lower) {
  return SparseMatrix(lower.selfadjointView<Eigen::Lower>());
}

TEST(SparseCholesky, SolvesAsADenseSolverDoesForSeveralRightHandSides) {
  const SparseMatrix lower = grid_matrix(12, 1);
  const MatX B = random_matrix(144, 7, 2);
  SparseCholesky cholesky(lower);
  cholesky.factorize(lower);
  const MatX expected = dense(lower).llt().solve(B);
  EXPECT_LT((cholesky.solve(B) - expected).norm(), 1e-12 * expected.norm());
}

TEST(SparseCholesky, FactorsOtherMatricesOfTheSamePattern) {
  SparseCholesky cholesky(grid_matrix(10, 1));
  const MatX B = random_matrix(100, 2, 3);
  for (unsigned seed = 2; seed < 6; ++seed) {
    const SparseMatrix lower = grid_matrix(10, seed);
    cholesky.factorize(lower);
    const MatX X = cholesky.solve(B);
    EXPECT_LT((dense(lower) * X - B).norm(), 1e-12 * B.norm());
  }
}

TEST(SparseCholesky, RefusesMatricesThatAreNotPositiveDefiniteAndGoesOnAfterwards) {
  const SparseMatrix good = grid_matrix(10, 1);
  const SparseMatrix bad = grid_matrix(10, 1, -0.5);
  SparseCholesky cholesky(good);
  EXPECT_THROW(cholesky.factorize(bad), SolveError);
  EXPECT_FALSE(cholesky.try_factorize(bad));
  ASSERT_TRUE(cholesky.try_factorize(good));
  const MatX B = random_matrix(100, 1, 3);
  EXPECT_LT((dense(good) * cholesky.solve(B) - B).norm(), 1e-12 * B.norm());
}

TEST(SparseCholesky, RefusesTheSingularLaplacianOfAFreeBody) {
  SparseMatrix lower = grid_matrix(4, 1, 0);
  lower.coeffRef(0, 0) -= 1e-6;
  SparseCholesky cholesky(lower);
  EXPECT_FALSE(cholesky.try_factorize(lower));
}

TEST(SparseCholesky, SolvesWithTheFactorAfterBeingMoved) {
  const SparseMatrix lower = grid_matrix(5, 1);
  SparseCholesky cholesky(lower);
  cholesky.factorize(lower);
  const SparseCholesky moved = std::move(cholesky);
  const MatX B = MatX::Ones(25, 1);
  EXPECT_LT((dense(lower) * moved.solve(B) - B).norm(), 1e-12);
}

TEST(SparseCholesky, FactorHasAtLeastTheNonzerosOfTheMatrix) {
  const SparseMatrix lower = grid_matrix(12, 1);
  SparseCholesky cholesky(lower);
  EXPECT_GE(cholesky.factor_nonzeros(), static_cast<double>(lower.nonZeros()));
  EXPECT_LE(cholesky.factor_nonzeros(), 144 * 145 / 2);
}

}  // namespace
}  // namespace retake
