#include "retake/numerics/supernodal_ldlt.h"

#include <random>
#include <vector>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "retake/numerics/dense_blas.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"

namespace retake {
namespace {

MatX random_matrix(int rows, int columns) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  return MatX::NullaryExpr(rows, columns, [&] { return uniform(generator); });
}

// Springs between neighbours of a cubic grid with `components` coupled unknowns per point; positive
// definite through a weak spring to the ground. Both triangles.
SparseMatrix grid_of_springs(int side, int components) {
  std::vector<Eigen::Triplet<double>> triplets;
  const auto index = [&](int x, int y, int z) { return (x * side + y) * side + z; };
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> uniform(0.5, 1.5);
  const auto connect = [&](int a, int b) {
    const MatX root = MatX::NullaryExpr(components, components, [&] { return uniform(generator); });
    const MatX spring = root * root.transpose() + MatX::Identity(components, components);
    for (int i = 0; i < components; ++i) {
      for (int j = 0; j < components; ++j) {
        triplets.emplace_back(a * components + i, a * components + j, spring(i, j));
        triplets.emplace_back(b * components + i, b * components + j, spring(i, j));
        triplets.emplace_back(a * components + i, b * components + j, -spring(i, j));
        triplets.emplace_back(b * components + i, a * components + j, -spring(i, j));
      }
    }
  };
  for (int x = 0; x < side; ++x) {
    for (int y = 0; y < side; ++y) {
      for (int z = 0; z < side; ++z) {
        if (x + 1 < side) connect(index(x, y, z), index(x + 1, y, z));
        if (y + 1 < side) connect(index(x, y, z), index(x, y + 1, z));
        if (z + 1 < side) connect(index(x, y, z), index(x, y, z + 1));
      }
    }
  }
  const int size = side * side * side * components;
  for (int i = 0; i < size; ++i) triplets.emplace_back(i, i, 1e-3);
  SparseMatrix matrix(size, size);
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  return matrix;
}

SparseMatrix shifted(const SparseMatrix& matrix, double shift) {
  SparseMatrix identity(matrix.rows(), matrix.cols());
  identity.setIdentity();
  return matrix - shift * identity;
}

SparseMatrix lower_triangle(const SparseMatrix& matrix) {
  SparseMatrix lower = matrix.triangularView<Eigen::Lower>();
  lower.makeCompressed();
  return lower;
}

TEST(SupernodalLdlt, SolvesPositiveDefiniteAndIndefiniteSystems) {
  const SparseMatrix grid = grid_of_springs(9, 3);
  SupernodalLdlt factorization(lower_triangle(grid), {.unknowns_per_node = 3});
  for (const double shift : {0.0, 0.7, 5.3, 20.0}) {
    const SparseMatrix matrix = shifted(grid, shift);
    factorization.factorize(lower_triangle(matrix));
    for (const int count : {1, 5, 8, 19}) {
      const MatX B = random_matrix(static_cast<int>(grid.rows()), count);
      const MatX X = factorization.solve(B);
      EXPECT_LT((matrix * X - B).norm(), 1e-8 * B.norm()) << shift << ", " << count << " sides";
    }
  }
}

TEST(SupernodalLdlt, CountsTheEigenvaluesBelowAShift) {
  const SparseMatrix grid = grid_of_springs(5, 3);
  const VecX eigenvalues = dense_symmetric_eigen(MatX(grid)).values;
  SupernodalLdlt factorization(lower_triangle(grid), {.unknowns_per_node = 3});
  for (const int count : {0, 3, 4, 17, 100, 300, 374}) {  // the first three are equal
    const double below = count == 0 ? 0 : eigenvalues[count - 1];
    const double shift = 0.5 * (below + eigenvalues[count]);
    const LdltReport report = factorization.factorize(lower_triangle(shifted(grid, shift)));
    EXPECT_EQ(report.negative_pivots, count);
    EXPECT_EQ(report.tiny_pivots, 0);
  }
}

TEST(SupernodalLdlt, OrderingNodesInsteadOfUnknownsGivesTheSameSolution) {
  const SparseMatrix grid = grid_of_springs(6, 3);
  const MatX B = random_matrix(static_cast<int>(grid.rows()), 4);
  SupernodalLdlt by_unknown(lower_triangle(grid));
  SupernodalLdlt by_node(lower_triangle(grid), {.unknowns_per_node = 3});
  EXPECT_TRUE(by_unknown.factorize(lower_triangle(grid)).positive_definite());
  EXPECT_TRUE(by_node.factorize(lower_triangle(grid)).positive_definite());
  EXPECT_TRUE(by_unknown.solve(B).isApprox(by_node.solve(B), 1e-10));
}

TEST(SupernodalLdlt, SolutionsAreTheSameToTheBitForAnyNumberOfThreads) {
  const SparseMatrix matrix = shifted(grid_of_springs(12, 3), 2.9);
  const SparseMatrix lower = lower_triangle(matrix);
  const MatX B = random_matrix(static_cast<int>(matrix.rows()), 20);
  const auto solve_with = [&](int threads) {
    const ThreadLimit limit(threads);
    SupernodalLdlt factorization(lower, {.unknowns_per_node = 3});
    factorization.factorize(lower);
    return factorization.solve(B);
  };
  const MatX with_one = solve_with(1);
  EXPECT_EQ(with_one, solve_with(2));
  EXPECT_EQ(with_one, solve_with(4));
}

TEST(SupernodalLdlt, TellsThatAMatrixIsSingular) {
  SparseMatrix free_chain(50, 50);  // springs in a row, held nowhere
  for (int i = 0; i + 1 < 50; ++i) {
    free_chain.coeffRef(i, i) += 1;
    free_chain.coeffRef(i + 1, i + 1) += 1;
    free_chain.coeffRef(i + 1, i) -= 1;
  }
  free_chain.makeCompressed();
  SupernodalLdlt factorization(free_chain);
  const LdltReport report = factorization.factorize(free_chain);
  EXPECT_EQ(report.tiny_pivots, 1);
  EXPECT_FALSE(report.positive_definite());
}

TEST(SupernodalLdlt, ADenseMatrixIsOneSupernode) {
  const MatX root = random_matrix(400, 400);
  const MatX dense = root + root.transpose();
  const SparseMatrix matrix = dense.sparseView();
  SupernodalLdlt factorization(lower_triangle(matrix));
  const LdltReport report = factorization.factorize(lower_triangle(matrix));
  const MatX B = random_matrix(400, 3);
  EXPECT_LT((dense * factorization.solve(B) - B).norm(), 1e-7 * B.norm());
  EXPECT_EQ(report.negative_pivots, (dense_symmetric_eigen(dense).values.array() < 0).count());
}

TEST(SupernodalLdlt, DiagonalAndTinyMatricesAreSolvedToo) {
  SparseMatrix diagonal(3, 3);
  diagonal.setIdentity();
  diagonal.coeffRef(1, 1) = -4;
  SupernodalLdlt factorization(diagonal);
  EXPECT_EQ(factorization.factorize(diagonal).negative_pivots, 1);
  EXPECT_TRUE(factorization.solve(Vec3(1, 2, 3)).isApprox(Vec3(1, -0.5, 3), 1e-15));
}

TEST(SupernodalLdlt, RefusesAMatrixThatIsNoWholeNumberOfNodes) {
  SparseMatrix matrix(4, 4);
  matrix.setIdentity();
  EXPECT_THROW(SupernodalLdlt(matrix, {.unknowns_per_node = 3}), InputError);
}

}  // namespace
}  // namespace retake
