#include "retake/modes/modes.h"

#include <algorithm>
#include <numbers>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "modes/bars.h"
#include "retake/elasticity/elastic_model.h"
#include "retake/elasticity/mass.h"
#include "retake/modes/lowest_eigenpairs.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"

namespace retake {
namespace {

// All eigenvalues of the free unknowns by a dense solver, without those of the rigid modes.
VecX dense_eigenvalues(const Body& body, int rigid) {
  const FreeSystem system = free_system(body);
  const MatX K = system.K, M = system.masses.asDiagonal();
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatX> solver(K, M, Eigen::EigenvaluesOnly);
  return solver.eigenvalues().tail(K.rows() - rigid);
}

void expect_same(const VecX& actual, const VecX& expected, double tolerance) {
  ASSERT_EQ(actual.size(), expected.size());
  for (Eigen::Index i = 0; i < actual.size(); ++i) {
    EXPECT_NEAR(actual[i], expected[i], tolerance * expected[i]) << "mode " << i;
  }
}

TEST(Modes, SolveTheEigenproblemAndAreMassOrthonormal) {
  const Body bar = clamp_end(make_bar());
  const FreeSystem system = free_system(bar);
  const VecX masses = masses_of(bar);
  const auto [modes, report] = compute_modes(bar, {.count = 40});

  MatX free_shapes(system.K.rows(), 40);
  for (std::size_t i = 0; i < system.vertices.size(); ++i) {
    free_shapes.middleRows(3 * static_cast<Eigen::Index>(i), 3) =
        modes.shapes.middleRows(3 * system.vertices[i], 3);
  }
  const MatX forces = system.K * free_shapes;
  const MatX residual =
      forces - system.masses.asDiagonal() * free_shapes * modes.eigenvalues.asDiagonal();
  EXPECT_LT((residual.colwise().norm().array() / forces.colwise().norm().array()).maxCoeff(), 1e-7);
  EXPECT_LT(report.worst_residual, 1e-8);
  const MatX gram = modes.shapes.transpose() * masses.asDiagonal() * modes.shapes;
  EXPECT_TRUE(gram.isIdentity(1e-10));
  EXPECT_EQ(modes.rigid.cols(), 0);
  EXPECT_TRUE(report.count_agrees);
}

TEST(Modes, PinnedVerticesDoNotMove) {
  const Body bar = clamp_end(make_bar());
  const Modes modes = compute_modes(bar, {.count = 5}).modes;
  ASSERT_FALSE(bar.pins.empty());
  for (const int pin : bar.pins) EXPECT_EQ(modes.shapes.middleRows(3 * pin, 3).norm(), 0);
}

// Many small slices, so that pairs at their ends are easily missed or found twice.
constexpr int small_slice = 24;

TEST(Modes, AgreeWithADenseSolverForAPinnedBody) {
  const FreeSystem system = free_system(clamp_end(make_bar()));
  const VecX root = system.masses.cwiseSqrt().cwiseInverse();
  const SparseMatrix A = root.asDiagonal() * system.K * root.asDiagonal();
  const EigenPairs pairs = lowest_eigenpairs(
      A, MatX(A.rows(), 0),
      {.count = 150, .unknowns_per_node = 3, .slice = small_slice, .block = 4, .dense_below = 0});
  expect_same(pairs.values, dense_eigenvalues(clamp_end(make_bar()), 0).head(150), 1e-9);
  EXPECT_GT(pairs.report.slices, 4);
  EXPECT_TRUE(pairs.report.count_agrees);
  EXPECT_LT(pairs.report.orthogonality_error, 1e-10);
}

TEST(Modes, AgreeWithADenseSolverForAFreeBody) {
  const Body bar = make_bar({.cells = {7, 2, 2}});
  const ModeResult result = compute_modes(bar, {.count = 150});
  expect_same(result.modes.eigenvalues, dense_eigenvalues(bar, 6).head(150), 1e-8);
  EXPECT_TRUE(result.report.count_agrees);
  EXPECT_GT(result.report.slices, 1);
}

TEST(Modes, OfASquareBarBendInPairs) {
  const VecX lambda =
      compute_modes(clamp_end(make_bar({.cells = {12, 2, 2}, .size = {6, 1, 1}})), {.count = 2})
          .modes.eigenvalues;
  EXPECT_NEAR(lambda[0], lambda[1], 1e-9 * lambda[0]);
}

// A cube has many triple eigenvalues; a solver that loses one copy of three is off by one from
// there.
TEST(Modes, OfAFreeCubeComeInAllTheirMultiplicities) {
  const Body cube = make_bar({.cells = {3, 3, 3}, .size = {1, 1, 1}});
  const VecX expected = dense_eigenvalues(cube, 6);
  const ModeResult result = compute_modes(cube, {.count = 120});
  expect_same(result.modes.eigenvalues, expected.head(120), 1e-8);
  int triples = 0;
  for (Eigen::Index i = 0; i + 2 < 120; ++i) {
    triples += result.modes.eigenvalues[i + 2] < (1 + 1e-7) * result.modes.eigenvalues[i] ? 1 : 0;
  }
  EXPECT_GT(triples, 10);
}

TEST(Modes, ScaleWithTheSizeOfTheBody) {
  const ModeOptions options{.count = 20};
  const VecX reference = compute_modes(make_bar({.cells = {10, 3, 3}}), options).modes.eigenvalues;
  for (const double factor : {1e3, 1e-3}) {
    const Body body = make_bar({.cells = {10, 3, 3}, .size = factor * Vec3(4, 1, 1)});
    const ModeResult result = compute_modes(body, options);
    expect_same(factor * factor * result.modes.eigenvalues, reference, 1e-8);
    EXPECT_TRUE(result.report.count_agrees);
  }
}

TEST(Modes, AreTheSameToTheBitForAnyNumberOfThreads) {
  const Body bar = clamp_end(make_bar({.cells = {16, 3, 3}}));
  const auto modes_with = [&](int threads) {
    const ThreadLimit limit(threads);
    return compute_modes(bar, {.count = 60}).modes;
  };
  const Modes with_one = modes_with(1), with_four = modes_with(4);
  EXPECT_EQ(with_one.eigenvalues, with_four.eigenvalues);
  EXPECT_EQ(with_one.shapes, with_four.shapes);
}

// u_k = sin(pi k i / (n + 1)), lambda = 4 sin²(pi k / (2 (n + 1))) of a chain between two walls.
TEST(Modes, OfAChainOfSpringsAreSines) {
  const int n = 2000;
  std::vector<Eigen::Triplet<double>> triplets;
  for (int i = 0; i < n; ++i) {
    triplets.emplace_back(i, i, 2);
    if (i + 1 == n) continue;
    triplets.emplace_back(i, i + 1, -1);
    triplets.emplace_back(i + 1, i, -1);
  }
  SparseMatrix K(n, n);
  K.setFromTriplets(triplets.begin(), triplets.end());
  const ModeResult result = compute_modes(K, VecX::Constant(n, 3.0), {.count = 200});
  for (int k = 1; k <= 200; ++k) {
    const double sine = std::sin(std::numbers::pi * k / (2.0 * (n + 1)));
    EXPECT_NEAR(result.modes.eigenvalues[k - 1], 4 * sine * sine / 3, 1e-9 * 4 * sine * sine / 3);
  }
  EXPECT_TRUE(result.report.count_agrees);
}

// Sums of three chains' eigenvalues; threefold and sixfold ones throughout.
TEST(Modes, OfAGridOfSpringsAreSumsOfThoseOfChains) {
  const int side = 12, n = side * side * side, count = 300;
  std::vector<Eigen::Triplet<double>> triplets;
  for (int i = 0; i < n; ++i) {
    triplets.emplace_back(i, i, 6);
    const std::array<int, 3> at = {i % side, i / side % side, i / side / side};
    const std::array<int, 3> step = {1, side, side * side};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (at[axis] + 1 == side) continue;
      triplets.emplace_back(i, i + step[axis], -1);
      triplets.emplace_back(i + step[axis], i, -1);
    }
  }
  SparseMatrix K(n, n);
  K.setFromTriplets(triplets.begin(), triplets.end());
  std::vector<double> expected;
  const auto chain = [&](int k) {
    return 2 - 2 * std::cos(std::numbers::pi * (k + 1) / (side + 1));
  };
  for (int i = 0; i < n; ++i) {
    expected.push_back(chain(i % side) + chain(i / side % side) + chain(i / side / side));
  }
  std::sort(expected.begin(), expected.end());
  const ModeResult result = compute_modes(K, VecX::Ones(n), {.count = count});
  expect_same(result.modes.eigenvalues, Eigen::Map<VecX>(expected.data(), count), 1e-9);
  EXPECT_TRUE(result.report.count_agrees);
}

class CancelAfter : public Progress {
 public:
  explicit CancelAfter(int updates) : left_(updates) {}
  bool cancelled() const override { return left_ <= 0; }
  double last_fraction = 0;

 private:
  void report(std::string_view, double fraction) override {
    EXPECT_GE(fraction, 0);
    EXPECT_LE(fraction, 1);
    last_fraction = fraction;
    --left_;
  }
  int left_;
};

TEST(Modes, CanBeCancelledHalfWay) {
  const Body bar = make_bar({.cells = {16, 3, 3}});
  CancelAfter progress(5);
  EXPECT_THROW(compute_modes(bar, {.count = 100}, progress), Cancelled);
}

TEST(Modes, ReportProgressUpToTheEnd) {
  const Body bar = make_bar({.cells = {16, 3, 3}});
  CancelAfter progress(1 << 30);
  compute_modes(bar, {.count = 100}, progress);
  EXPECT_EQ(progress.last_fraction, 1);
}

TEST(Modes, RefuseACountThatTheBodyDoesNotHave) {
  const Body bar = make_bar({.cells = {1, 1, 1}});
  EXPECT_THROW(compute_modes(bar, {.count = 0}), InputError);
  const int limit = 3 * bar.vertex_count() - 6;
  EXPECT_NO_THROW(compute_modes(bar, {.count = limit}));
  try {
    compute_modes(bar, {.count = limit + 1});
    FAIL() << "one mode too many was accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(error.complaint().expected, "at most " + std::to_string(limit));
  }
}

}  // namespace
}  // namespace retake
