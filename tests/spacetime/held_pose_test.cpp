// Whole poses that are held: their frames are given, not free.
#include <gtest/gtest.h>

#include "retake/spacetime/banded_compliance.h"
#include "spacetime/dense_compliance.h"

namespace retake {
namespace {

// 18 frames, of which one is to be held.
class HeldPose : public EveryCost {
 protected:
  static constexpr int T = 18, held = 9;
  const VecX lambdas = lambdas_for(options().ends);
  const int r = static_cast<int>(lambdas.size());
  const VecX pose = random_vector(r, 21);
  BandedCompliance compliance{lambdas, T, options()};
  const DenseProblem problem = dense_problem(lambdas, T, options());

  // The rows beside the held pose, against the dense solve in which the pose is rows too.
  void expect_the_dense_answer(const Compliance& tested, const DenseProblem& dense_form,
                               std::vector<WishRow> rows) const {
    const VecX d = random_vector(static_cast<int>(rows.size()), 2);
    const MatX z = condition(tested, {rows, d});
    for (int k = 0; k < r; ++k) rows.push_back({{{held, VecX::Unit(r, k)}}, 0});
    VecX all(d.size() + r);
    all << d, pose;
    const MatX dense = dense_answer(dense_form, rows, all, r, T);
    EXPECT_LT((z - dense).norm(), 1e-8 * dense.norm());
  }
};

TEST_P(HeldPose, IsThatOfTheDenseSolve) {
  compliance.hold(held, pose);
  expect_the_dense_answer(compliance, problem, {{{{5, random_vector(r, 4)}}, 0}});
  compliance.release(held);
  EXPECT_EQ(compliance.apply(MatX::Zero(r, T)).norm(), 0);
}

TEST_P(HeldPose, IsThatOfTheDenseSolveWhereModesMeet) {
  const DenseProblem mixed =
      with_mixed_modes(dense_problem(lambdas, T, with_sudden_forces(options())), r, T);
  DenseCompliance meeting(mixed, r, T);
  meeting.hold(held, pose);
  expect_the_dense_answer(meeting, mixed, {{{{5, random_vector(r, 4)}}, 0}});
}

// A row that reads the held frame and the next, as a velocity does, and a soft one at the held
// frame.
TEST_P(HeldPose, StandsAgainstWishesAtItsOwnFrameAsInTheDenseSolve) {
  compliance.hold(held, pose);
  expect_the_dense_answer(compliance, problem,
                          {{{{held, random_vector(r, 4)}, {held + 1, random_vector(r, 5)}}, 0},
                           {{{held, random_vector(r, 6)}}, 1e-6}});
}

TEST_P(HeldPose, DoesNotGiveWay) {
  compliance.hold(held, pose);
  for (int frame = 0; frame < T; ++frame) {
    EXPECT_EQ(compliance.column(held)->at(frame).norm(), 0) << frame;
    EXPECT_EQ(compliance.column(frame)->at(held).norm(), 0) << frame;
  }
}

TEST_P(HeldPose, WithAWeightIsThatOfTheDenseSolve) {
  const VecX other = random_vector(r, 22);
  const VecX gives = compliance.column(held)->at(held);
  compliance.hold(held, pose, 2.5);
  compliance.hold(13, other);
  std::vector<WishRow> rows = {{{{held, random_vector(r, 4)}}, 0}};
  const VecX d = random_vector(1, 2);
  const MatX z = condition(compliance, {rows, d});

  for (int k = 0; k < r; ++k) rows.push_back({{{held, VecX::Unit(r, k)}}, gives[k] / 2.5});
  for (int k = 0; k < r; ++k) rows.push_back({{{13, VecX::Unit(r, k)}}, 0});
  VecX all(1 + 2 * r);
  all << d, pose, other;
  const MatX dense = dense_answer(problem, rows, all, r, T);
  EXPECT_LT((z - dense).norm(), 1e-8 * dense.norm());
}

TEST_P(HeldPose, WithAWeightGoesPartOfTheWay) {
  for (const double weight : {1.0, 9.0}) {
    compliance.hold(held, pose, weight);
    const MatX z = compliance.apply(MatX::Zero(r, T));
    EXPECT_LT((z.col(held) - weight / (1 + weight) * pose).norm(), 1e-9) << weight;
  }
}

INSTANTIATE_TEST_SUITE_P(Costs, HeldPose,
                         testing::Values(CostCase{CostKind::dynamics, Ends::both},
                                         CostCase{CostKind::dynamics, Ends::start},
                                         CostCase{CostKind::dynamics, Ends::loop},
                                         CostCase{CostKind::dynamics, Ends::both, 0.3, 4},
                                         CostCase{CostKind::paper_dynamics, Ends::both},
                                         CostCase{CostKind::smooth, Ends::both},
                                         CostCase{CostKind::smooth, Ends::start},
                                         CostCase{CostKind::smooth, Ends::loop}),
                         name_of_case);

TEST(Conditioning, AnswersAFrameAsTheWholeMotionBesideAHeldPose) {
  CostOptions options;
  options.timestep = 1.0 / 24;
  BandedCompliance compliance(sample_lambdas(), 18, options);
  compliance.hold(7, random_vector(6, 3));  // where rows are
  Conditioning conditioning(compliance);
  conditioning.add({{{{7, random_vector(6, 1)}}, 0},
                    {{{12, random_vector(6, 3)}}, 1e-6},
                    {{{7, random_vector(6, 4)}, {8, random_vector(6, 5)}}, 0}});
  const VecX pulls = random_vector(3, 5);
  const MatX whole = conditioning.answer(pulls) - conditioning.answer(VecX::Zero(3));
  for (const int frame : {2, 6, 7, 8, 11}) {
    const VecX at = conditioning.answers_at(frame, 0, 3) * pulls;
    EXPECT_LT((at - whole.col(frame)).norm(), 1e-10 * whole.norm()) << frame;
  }
}

}  // namespace
}  // namespace retake
