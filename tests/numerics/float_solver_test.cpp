#include "retake/numerics/float_solver.h"

#include <random>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "retake/numerics/errors.h"

namespace retake {
namespace {

// Springs of unlike strength between neighbours of a grid, held at one corner; lower triangle.
SparseMatrix springs(int nx, int ny, int nz) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> strength(0.5, 2);
  std::vector<Eigen::Triplet<double>> entries;
  const auto index = [&](int x, int y, int z) { return (x * ny + y) * nz + z; };
  const auto connect = [&](int a, int b) {
    const double k = strength(random);
    entries.emplace_back(a, a, k);
    entries.emplace_back(b, b, k);
    entries.emplace_back(std::max(a, b), std::min(a, b), -k);
  };
  for (int x = 0; x < nx; ++x)
    for (int y = 0; y < ny; ++y)
      for (int z = 0; z < nz; ++z) {
        if (x + 1 < nx) connect(index(x, y, z), index(x + 1, y, z));
        if (y + 1 < ny) connect(index(x, y, z), index(x, y + 1, z));
        if (z + 1 < nz) connect(index(x, y, z), index(x, y, z + 1));
      }
  entries.emplace_back(0, 0, 1);
  SparseMatrix lower(nx * ny * nz, nx * ny * nz);
  lower.setFromTriplets(entries.begin(), entries.end());
  return lower;
}

using FloatRows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Forces of springs pulled by smooth displacements (n x sides).
MatX displacements(int n, int sides) {
  return MatX::NullaryExpr(n, sides, [](Eigen::Index i, Eigen::Index j) {
    return std::sin(0.01 * static_cast<double>(i * (j + 1))) + 0.1 * static_cast<double>(j % 5);
  });
}

class FloatSolverOf : public testing::TestWithParam<std::array<int, 3>> {};

TEST_P(FloatSolverOf, FindsWhatMadeTheRightHandSide) {
  const SparseMatrix lower = springs(GetParam()[0], GetParam()[1], GetParam()[2]);
  const FloatSolver solver(lower);
  for (const int sides : {FloatSolver::narrow, FloatSolver::wide}) {
    const MatX expected = displacements(solver.size(), sides);
    const MatX force = lower.selfadjointView<Eigen::Lower>() * expected;
    FloatRows rows(solver.size(), sides);
    for (int row = 0; row < solver.size(); ++row) {
      rows.row(row) = force.row(solver.order()[static_cast<std::size_t>(row)]).cast<float>();
    }
    sides == FloatSolver::narrow ? solver.solve_narrow(rows.data())
                                 : solver.solve_wide(rows.data());
    double worst = 0;
    for (int row = 0; row < solver.size(); ++row) {
      const auto unknown = solver.order()[static_cast<std::size_t>(row)];
      worst = std::max(
          worst, (rows.row(row).cast<double>() - expected.row(unknown)).cwiseAbs().maxCoeff());
    }
    EXPECT_LT(worst, 2e-4) << sides;  // condition about 1e3 times 6e-8
  }
}

INSTANTIATE_TEST_SUITE_P(Grids, FloatSolverOf,
                         testing::Values(std::array{1, 1, 1}, std::array{2, 1, 1},
                                         std::array{5, 1, 1}, std::array{40, 3, 2},
                                         std::array{12, 11, 13}));

TEST(FloatSolver, RefusesAMatrixThatIsNotPositiveDefinite) {
  SparseMatrix lower = springs(3, 3, 3);
  lower.coeffRef(4, 4) = -1;
  EXPECT_THROW(FloatSolver{lower}, SolveError);
}

}  // namespace
}  // namespace retake
