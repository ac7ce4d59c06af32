#include "retake/spacetime/one_sided.h"

#include <random>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/numerics/errors.h"

namespace retake {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct RandomProblem {
  int rows = 6;
  int equalities = 2;
  int rank = 6;          // of S; below `rows` some rows depend on others
  bool feasible = true;  // d = C z for some z (less in flagged rows), so that all can be met
};

// S = C Cᵀ with a random C of size rows x rank.
OneSidedProblem make(const RandomProblem& recipe, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  const auto draw = [&] { return normal(random); };
  const MatX C = MatX::NullaryExpr(recipe.rows, recipe.rank, draw);
  OneSidedProblem problem;
  problem.S = C * C.transpose();
  problem.d = recipe.feasible ? VecX(C * VecX::NullaryExpr(recipe.rank, draw))
                              : VecX(VecX::NullaryExpr(recipe.rows, draw));
  for (int i = 0; i < recipe.rows; ++i) {
    problem.at_least.push_back(i >= recipe.equalities);
    if (recipe.feasible && problem.at_least.back() && draw() > 0) problem.d[i] -= std::abs(draw());
  }
  return problem;
}

double cost(const OneSidedProblem& problem, const VecX& mu) {
  return 0.5 * mu.dot(problem.S * mu) - problem.d.dot(mu);
}

// The best of all sets of held rows whose multipliers are feasible.
double brute_force_cost(const OneSidedProblem& problem) {
  const int rows = static_cast<int>(problem.d.size());
  double best = std::numeric_limits<double>::infinity();
  for (unsigned set = 0; set < (1u << rows); ++set) {
    std::vector<int> held;
    for (int i = 0; i < rows; ++i) {
      if ((set >> i & 1u) != 0 || !problem.at_least[static_cast<std::size_t>(i)]) held.push_back(i);
    }
    VecX mu = VecX::Zero(rows);
    const MatX S = problem.S(held, held);
    mu(held) = VecX(S.llt().solve(VecX(problem.d(held))));
    bool feasible = true;
    for (const int i : held)
      if (problem.at_least[static_cast<std::size_t>(i)] && mu[i] < 0) feasible = false;
    if (feasible) best = std::min(best, cost(problem, mu));
  }
  return best;
}

// Largest violation of: equalities met; flagged rows not missed, multipliers not negative, one of
// the two zero. In rows scaled to S_ii = 1, relative to the largest |d|.
double kkt_error(const OneSidedProblem& problem, const VecX& mu) {
  const VecX scale = problem.S.diagonal().cwiseSqrt().cwiseInverse();
  const VecX surplus = scale.cwiseProduct(problem.S * mu - problem.d);
  const VecX push = mu.cwiseQuotient(scale);
  double worst = 0;
  for (int i = 0; i < mu.size(); ++i) {
    const double error = problem.at_least[static_cast<std::size_t>(i)]
                             ? std::abs(std::min(surplus[i], push[i]))
                             : std::abs(surplus[i]);
    worst = std::max(worst, error);
  }
  return worst / scale.cwiseProduct(problem.d).cwiseAbs().maxCoeff();
}

TEST(OneSided, FindsTheBestOfAllSetsOfRows) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const int rows = 1 + static_cast<int>(seed % 8);
    const OneSidedProblem problem = make({.rows = rows,
                                          .equalities = static_cast<int>(seed % 3) % (rows + 1),
                                          .rank = rows + 2,
                                          .feasible = false},
                                         seed);
    const OneSidedResult result = solve_one_sided_rows(problem);

    ASSERT_TRUE(result.converged);
    const double best = brute_force_cost(problem);
    EXPECT_NEAR(cost(problem, result.multipliers), best, 1e-9 * (1 + std::abs(best))) << seed;
  }
}

TEST(OneSided, MeetsTheConditionsOfAnOptimum) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const OneSidedProblem problem =
        make({.rows = 60, .equalities = 10, .rank = 90, .feasible = false}, seed);
    const OneSidedResult result = solve_one_sided_rows(problem);

    EXPECT_TRUE(result.converged);
    EXPECT_THAT(result.unmet, IsEmpty());
    EXPECT_LT(kkt_error(problem, result.multipliers), 1e-9) << seed;
  }
}

TEST(OneSided, MeetsTheConditionsWithHundredsOfRows) {
  const OneSidedProblem problem =
      make({.rows = 400, .equalities = 40, .rank = 500, .feasible = false}, 7);
  const OneSidedResult result = solve_one_sided_rows(problem);

  EXPECT_TRUE(result.converged);
  EXPECT_LT(kkt_error(problem, result.multipliers), 1e-9);
}

TEST(OneSided, RedundantRowsThatAgreeAreMetWithoutCycling) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const OneSidedProblem problem = make({.rows = 40, .equalities = 4, .rank = 12}, seed);
    const OneSidedResult result = solve_one_sided_rows(problem);

    EXPECT_TRUE(result.converged) << seed;
    EXPECT_THAT(result.unmet, IsEmpty()) << seed;
    EXPECT_LT(kkt_error(problem, result.multipliers), 1e-9) << seed;
  }
}

TEST(OneSided, CopiesOfOneRowPushNoMoreThanOne) {
  const OneSidedProblem copies = {
      .S = MatX::Constant(5, 5, 2), .d = VecX::Constant(5, 6), .at_least = std::vector(5, true)};
  const OneSidedResult result = solve_one_sided_rows(copies);

  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.active.size(), 1u);
  EXPECT_DOUBLE_EQ(result.multipliers.sum(), 3);
}

TEST(OneSided, RowsThatAreMetByThemselvesDoNotPush) {
  const OneSidedProblem problem = {
      .S = MatX::Identity(3, 3), .d = VecX::Constant(3, -1), .at_least = std::vector(3, true)};
  const OneSidedResult result = solve_one_sided_rows(problem);

  EXPECT_THAT(result.active, IsEmpty());
  EXPECT_EQ(result.multipliers, VecX::Zero(3));
}

TEST(OneSided, WithoutFlagsIsALinearSolve) {
  const OneSidedProblem problem = make({.rows = 8, .equalities = 8, .rank = 8}, 3);
  const OneSidedResult result = solve_one_sided_rows(problem);

  const VecX expected = problem.S.ldlt().solve(problem.d);
  EXPECT_LT((result.multipliers - expected).norm(), 1e-9 * expected.norm());
}

// A floor at 1 and a ceiling at -1 for the same vertex: C z >= 1 and -C z >= 1.
TEST(OneSided, RowsThatContradictEachOtherAreNamedAndLeaveTheOthersMet) {
  OneSidedProblem problem{
      .S = MatX::Zero(3, 3), .d = VecX::Ones(3), .at_least = {true, true, true}};
  problem.S << 1, -1, 0.5, -1, 1, -0.5, 0.5, -0.5, 4;
  const OneSidedResult result = solve_one_sided_rows(problem);

  EXPECT_TRUE(result.converged);
  ASSERT_EQ(result.unmet.size(), 1u);
  const VecX met = problem.S * result.multipliers;
  for (int i = 0; i < 3; ++i) {
    if (i == result.unmet[0]) continue;
    EXPECT_GE(met[i], 1 - 1e-12);
  }
  EXPECT_EQ(result.multipliers[result.unmet[0]], 0);
}

TEST(OneSided, RowsThatNothingMovesAreNamed) {
  OneSidedProblem problem{
      .S = MatX::Zero(3, 3), .d = VecX::Ones(3), .at_least = {true, true, false}};
  problem.S(0, 0) = 2;
  const OneSidedResult result = solve_one_sided_rows(problem);

  EXPECT_THAT(result.unmet, ElementsAre(1, 2));
  EXPECT_DOUBLE_EQ(result.multipliers[0], 0.5);
}

TEST(OneSided, DoesNotCareForTheUnitsOfItsRows) {
  const OneSidedProblem problem = make({.rows = 12, .equalities = 3, .rank = 15}, 11);
  const VecX units =
      VecX::NullaryExpr(12, [](Eigen::Index i) { return std::pow(10.0, 0.5 * i - 3); });
  const OneSidedProblem other = {.S = units.asDiagonal() * problem.S * units.asDiagonal(),
                                 .d = units.cwiseProduct(problem.d),
                                 .at_least = problem.at_least};

  const OneSidedResult here = solve_one_sided_rows(problem), there = solve_one_sided_rows(other);

  EXPECT_EQ(here.active, there.active);
  const VecX back = units.cwiseProduct(there.multipliers);
  EXPECT_LT((here.multipliers - back).norm(), 1e-9 * here.multipliers.norm());
}

TEST(OneSided, StoppedEarlyIsFeasibleAndBetterThanNothing) {
  const OneSidedProblem problem =
      make({.rows = 30, .equalities = 0, .rank = 40, .feasible = false}, 5);
  const OneSidedResult result = solve_one_sided_rows(problem, {.max_changes = 3});

  EXPECT_FALSE(result.converged);
  EXPECT_GE(result.multipliers.minCoeff(), 0);
  EXPECT_LT(cost(problem, result.multipliers), 0);
}

TEST(OneSided, RefusesPartsThatDoNotFitAndNumbersThatAreNone) {
  EXPECT_THROW(solve_one_sided_rows({MatX::Identity(2, 2), VecX::Ones(3), {true, true, true}}),
               InputError);
  EXPECT_THROW(solve_one_sided_rows({MatX::Identity(1, 1), VecX::Constant(1, NAN), {true}}),
               InputError);
}

}  // namespace
}  // namespace retake
