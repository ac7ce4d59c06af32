// The conditioned motion against a dense solve of the whole problem.
#include "retake/spacetime/conditioning.h"

#include <limits>

#include <gtest/gtest.h>

#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"
#include "retake/spacetime/banded_compliance.h"
#include "spacetime/dense_compliance.h"

namespace retake {
namespace {

// A row of every kind: one frame (position, region), two frames (velocity), soft.
std::vector<WishRow> sample_rows(int r) {
  return {{{{7, random_vector(r, 1)}}, 0},
          {{{7, random_vector(r, 2)}}, 0},
          {{{12, random_vector(r, 3)}}, 1e-6},
          {{{4, random_vector(r, 4)}, {5, random_vector(r, 5)}}, 0}};
}

// By the small matrix, and by the whole problem at once.
void expect_the_dense_answer(const Compliance& compliance, const DenseProblem& problem) {
  const int r = compliance.mode_count(), T = compliance.frame_count();
  const std::vector<WishRow> rows = sample_rows(r);
  const VecX d = random_vector(static_cast<int>(rows.size()), 9);
  const MatX z = condition(compliance, {rows, d});
  const MatX dense = dense_answer(problem, rows, d, r, T);
  EXPECT_LT((z - dense).norm(), 1e-8 * dense.norm());
}

TEST_P(EveryCost, ConditionedIsTheDenseSolveOfTheWholeProblem) {
  const VecX lambdas = lambdas_for(options().ends);
  expect_the_dense_answer(BandedCompliance(lambdas, 18, options()),
                          dense_problem(lambdas, 18, options()));
}

TEST_P(EveryCost, ConditionedIsTheDenseSolveWhereModesMeet) {
  const VecX lambdas = lambdas_for(options().ends);
  const int r = static_cast<int>(lambdas.size());
  const DenseProblem mixed =
      with_mixed_modes(dense_problem(lambdas, 18, with_sudden_forces(options())), r, 18);
  expect_the_dense_answer(DenseCompliance(mixed, r, 18), mixed);
}

TEST_P(EveryCost, HasTheCostThatItsResidualsAddUpTo) {
  const int T = 12;
  const VecX lambdas = lambdas_for(options().ends);
  const int r = static_cast<int>(lambdas.size());
  const BandedCompliance compliance(lambdas, T, options());
  const DenseProblem problem = dense_problem(lambdas, T, options());
  MatX z = MatX::Zero(r, T);
  VecX stacked = VecX::Zero(r * T);
  const VecX values = random_vector(r * T, 3);
  for (const int unknown : problem.free) {
    z(unknown / T, unknown % T) = stacked[unknown] = values[unknown];
  }
  const double expected = 0.5 * stacked.dot(problem.H * stacked);
  EXPECT_NEAR(compliance.cost(z), expected, 1e-10 * expected);
}

class StableCost : public EveryCost {};  // all but the paper's

TEST_P(StableCost, IsPositiveDefiniteForEveryMode) {
  for (const double fps : {12.0, 24.0, 60.0, 120.0}) {
    for (const double ratio : {0.0, 0.02, 0.15, 0.5, 1.5}) {
      CostOptions at = options();
      at.timestep = 1 / fps;
      at.damping = {.ratio = ratio};
      VecX lambdas(60);
      for (int k = 0; k < 60; ++k) lambdas[k] = std::pow(10.0, -1 + 0.16 * k);
      if (at.ends != Ends::loop) lambdas[0] = 0;
      EXPECT_NO_THROW(BandedCompliance(lambdas, 240, at)) << fps << " fps, ratio " << ratio;
    }
  }
}

TEST_P(StableCost, IsFiniteForTheStrongestDampingThatIsAllowed) {
  for (const Damping& damping :
       {Damping{.ratio = 10}, Damping{.ratio = 0, .mass = 1e4},
        Damping{.ratio = 0, .stiffness = 10}, Damping{.ratio = 10, .mass = 1e4, .stiffness = 10}}) {
    for (const double timestep : {1.0 / 24, 10.0}) {
      CostOptions at = options();
      at.damping = damping;
      at.timestep = timestep;
      ASSERT_NO_THROW(at.validate());
      VecX lambdas(40);
      for (int k = 0; k < 40; ++k) lambdas[k] = std::pow(10.0, -1 + 0.24 * k);
      if (at.ends != Ends::loop) lambdas[0] = 0;
      EXPECT_TRUE(residual_stencils(lambdas, at).allFinite());
      EXPECT_NO_THROW(BandedCompliance(lambdas, 60, at)) << damping.mass << " " << timestep;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Costs, EveryCost,
                         testing::Values(CostCase{CostKind::dynamics, Ends::both},
                                         CostCase{CostKind::dynamics, Ends::start},
                                         CostCase{CostKind::dynamics, Ends::loop},
                                         CostCase{CostKind::dynamics, Ends::both, 0.3, 4},
                                         CostCase{CostKind::paper_dynamics, Ends::both},
                                         CostCase{CostKind::paper_dynamics, Ends::start},
                                         CostCase{CostKind::smooth, Ends::both},
                                         CostCase{CostKind::smooth, Ends::start},
                                         CostCase{CostKind::smooth, Ends::loop}),
                         name_of_case);

INSTANTIATE_TEST_SUITE_P(Costs, StableCost,
                         testing::Values(CostCase{CostKind::dynamics, Ends::both},
                                         CostCase{CostKind::dynamics, Ends::start},
                                         CostCase{CostKind::dynamics, Ends::loop},
                                         CostCase{CostKind::dynamics, Ends::both, 0.3, 4},
                                         CostCase{CostKind::smooth, Ends::both},
                                         CostCase{CostKind::smooth, Ends::start},
                                         CostCase{CostKind::smooth, Ends::loop}),
                         name_of_case);

// Compliance of the last frame; infinite where the cost is not even positive definite.
double end_compliance(double lambda, const CostOptions& options) {
  try {
    const BandedCompliance compliance(VecX::Constant(1, lambda), 240, options);
    return compliance.column(239)->at(239)[0];
  } catch (const SolveError&) {
    return std::numeric_limits<double>::infinity();
  }
}

TEST(Cost, OfAFastModeWithAFreeEndGivesWayWithoutReasonInThePapersForm) {
  CostOptions options{.ends = Ends::start};
  options.timestep = 1.0 / 30;
  options.damping = {.ratio = 0.02};
  const double fast = 4.4 * 900;  // h²λ = 4.4
  const double stable = end_compliance(fast, options);
  options.kind = CostKind::paper_dynamics;
  EXPECT_GT(end_compliance(fast, options), 1e3 * stable);
}

TEST(Cost, OfThePapersFormSaysWhatToDoWhereItHasNoLeastValue) {
  CostOptions options{.kind = CostKind::paper_dynamics, .ends = Ends::start};
  options.timestep = 1.0 / 30;
  try {
    const BandedCompliance compliance(VecX::Constant(3, 40.0 * 900), 30, options);
    FAIL() << "nothing was refused";
  } catch (const SolveError& error) {
    EXPECT_NE(std::string(error.what()).find("take the cost 'dynamics'"), std::string::npos);
  }
}

TEST(Cost, LetsAFreeOscillationOfASlowModePassForNothing) {
  CostOptions options{.ends = Ends::start};
  options.timestep = 1.0 / 24;
  options.damping = {.ratio = 0.1};
  const double omega = 5, decay = 0.1 * omega;
  const VecX lambda = VecX::Constant(1, omega * omega);
  const Eigen::Vector3d a = residual_stencils(lambda, options).col(0);
  const double damped = std::sqrt(omega * omega - decay * decay);
  const auto z = [&](double t) { return std::exp(-decay * t) * std::cos(damped * t); };
  for (int i = 1; i < 100; ++i) {
    const double h = options.timestep;
    const double residual = a[0] * z((i - 1) * h) + a[1] * z(i * h) + a[2] * z((i + 1) * h);
    EXPECT_LT(std::abs(residual), 1e-12 * a.norm());
  }
}

TEST(Cost, OfAWindowTooShortForItsEndsIsRefused) {
  EXPECT_THROW(frame_order(4, {.ends = Ends::both}), InputError);
  EXPECT_THROW(frame_order(2, {.ends = Ends::start}), InputError);
  EXPECT_NO_THROW(frame_order(5, {.ends = Ends::both}));
}

TEST(Conditioning, ForgetsAWishThatWasRemoved) {
  CostOptions options;
  options.timestep = 1.0 / 24;
  const BandedCompliance compliance(sample_lambdas(), 18, options);
  const std::vector<WishRow> rows = sample_rows(6);
  Conditioning all(compliance), never(compliance);
  all.add(rows);
  all.remove(1, 2);
  never.add({rows[0], rows[3]});
  EXPECT_EQ(all.compliance_matrix(), never.compliance_matrix());
}

TEST(Conditioning, OfWishesThatCameOneByOneIsThatOfAllAtOnce) {
  CostOptions options;
  options.timestep = 1.0 / 24;
  const BandedCompliance compliance(sample_lambdas(), 18, options);
  const std::vector<WishRow> rows = sample_rows(6);
  const VecX d = random_vector(4, 9);
  Conditioning conditioning(compliance);
  for (const WishRow& row : rows) conditioning.add({row});
  EXPECT_EQ(conditioning.condition(d), condition(compliance, {rows, d}));
}

TEST(Conditioning, AnswersAFrameAsItAnswersTheWholeMotion) {
  CostOptions options;
  options.timestep = 1.0 / 24;
  const BandedCompliance compliance(sample_lambdas(), 18, options);
  Conditioning conditioning(compliance);
  conditioning.add(sample_rows(6));
  const VecX pulls = random_vector(4, 5);
  const MatX whole = conditioning.answer(pulls);
  for (const int frame : {2, 7, 11}) {
    const VecX at = conditioning.answers_at(frame, 0, 4) * pulls;
    EXPECT_LT((at - whole.col(frame)).norm(), 1e-11 * whole.norm());
  }
}

TEST(BandedCompliance, AnswersSeveralThreadsAtOnce) {
  CostOptions options;
  options.timestep = 1.0 / 24;
  const int T = 500;
  const BandedCompliance one(sample_lambdas(), T, options), many(sample_lambdas(), T, options);
  const WishRow row = sample_rows(6)[3];
  const auto serial = one.green_function(row), parallel = many.green_function(row);
  MatX answers(6, T);
  parallel_for(T, [&](std::ptrdiff_t t) { answers.col(t) = parallel->at(static_cast<int>(t)); });
  for (int t = 0; t < T; ++t) EXPECT_EQ(VecX(answers.col(t)), serial->at(t)) << t;
}

TEST(FilteredInverse, LeavesWhatAgreesAndCancelsWhatContradicts) {
  MatX S(2, 2);
  S << 1, 1 - 1e-6, 1 - 1e-6, 1;  // two wishes about nearly the same thing
  const FilteredInverse filter(S, 0.01);
  const VecX agreeing = S * filter.apply(VecX::Ones(2));
  EXPECT_NEAR(agreeing[0], 1, 1e-3);
  VecX opposite(2);
  opposite << 1, -1;
  const VecX fighting = filter.apply(opposite);
  EXPECT_LT(fighting.norm(), 0.1);  // 1e6 without the filter
}

TEST(FilteredInverse, IgnoresWishesThatNothingCanAnswer) {
  MatX S = MatX::Zero(2, 2);
  S(0, 0) = 4;
  const VecX pulls = FilteredInverse(S, 0).apply(VecX::Ones(2));
  EXPECT_DOUBLE_EQ(pulls[0], 0.25);
  EXPECT_EQ(pulls[1], 0);
}

}  // namespace
}  // namespace retake
