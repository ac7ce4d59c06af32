// The iteration that makes handles hold, on models whose answers are known.
#include "retake/spacetime/exact_handles.h"

#include <cmath>

#include <gtest/gtest.h>

namespace retake {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

// A stick of length 1 that a pull turns by an angle: like a mast, it bends but does not stretch
// much.
class Mast : public HandleModel {
 public:
  State evaluate(const VecX& pulls) const override {
    const double angle = pulls[0], stretch = 1 + 1e-3 * pulls[1];
    State state{VecX(3), stretch};
    state.positions << stretch * std::sin(angle), stretch * std::cos(angle), 1e-3 * pulls[2];
    return state;
  }
  MatX derivative(const VecX& pulls) const override {
    const double a = pulls[0], s = 1 + 1e-3 * pulls[1];
    MatX J = MatX::Zero(3, 3);
    J << s * std::cos(a), 1e-3 * std::sin(a), 0, -s * std::sin(a), 1e-3 * std::cos(a), 0, 0, 0,
        1e-3;
    return J;
  }
  bool is_sound(const VecX& pulls, const Limits& /*limits*/) override {
    return std::abs(1e-3 * pulls[1]) < 0.1;
  }
  static MatX energy() { return Vec3(1, 1e-3, 1e-3).asDiagonal(); }
};

HandleEquations one_handle(bool may_free) {
  return {.rows = Mat3::Identity(),
          .wish_of_row = {0, 0, 0},
          .weights = Vec3::Constant(unbounded),
          .may_free = {static_cast<char>(may_free)}};
}

TEST(ExactHandles, MeetATargetOnACurveWithTheStiffDirectionsFree) {
  Mast mast;
  HandleSolver solver(mast, Mast::energy(), one_handle(true), {.tolerance = 1e-8});

  const HandleSolution solution = solver.solve(Vec3(0.8, 1, 0));
  EXPECT_EQ(solution.freed[0].cols(), 2);
  EXPECT_EQ(solution.stop, HandleStop::met);
  EXPECT_NEAR(mast.evaluate(solution.pulls).positions[0], 0.8, 1e-7);
  EXPECT_NEAR(solution.misses[1], 0.4, 3e-3);  // what bending costs in height, left free
}

TEST(ExactHandles, StretchTheMastByALittleWhereThatMeetsTheTarget) {
  Mast mast;
  HandleSolver solver(mast, Mast::energy(), one_handle(true), {.tolerance = 1e-5, .tau = 0});
  const HandleSolution solution = solver.solve(Vec3(0.3, 1, 0));  // 1.044 from the foot
  EXPECT_TRUE(solution.locked[0]);
  EXPECT_LT(solution.misses.norm(), 2e-5);
}

// A mast at which looks are cheap.
class SmallMast : public Mast {
 public:
  int most_evaluations() const override { return 1000; }
  bool looks_are_cheap() const override { return true; }
};

TEST(ExactHandles, AreLedAlongAStiffDirectionAsFarAsTheBodyStaysSound) {
  SmallMast mast;
  for (const double height : {1.15, 1.5, 15.0}) {  // 1.1 is sound
    HandleSolver solver(mast, Mast::energy(), one_handle(true), {.tolerance = 1e-6, .tau = 0});
    const HandleSolution solution = solver.solve(Vec3(0, height, 0));
    const double reached = mast.evaluate(solution.pulls).positions[1];
    EXPECT_TRUE(mast.is_sound(solution.pulls, {}));
    EXPECT_FALSE(solution.locked[0]);
    EXPECT_NEAR(reached, 1.1, 4e-3);
    EXPECT_NEAR(solution.misses[1], height - reached, 1e-6);
  }
}

// A body that comes nearer with every step, by ever less.
class Tired : public Mast {
 public:
  State evaluate(const VecX& pulls) const override {
    ++looks;
    VecX slow = pulls;
    slow[0] = std::atan(pulls[0]) / 2;
    return Mast::evaluate(slow);
  }
  int most_evaluations() const override { return 12; }
  mutable int looks = 0;
};

TEST(ExactHandles, EndAfterASetNumberOfLooksAtTheBody) {
  Tired body;
  HandleSolver solver(body, Mast::energy(), one_handle(true), {.tolerance = 1e-8});
  body.looks = 0;
  const HandleSolution solution = solver.solve(Vec3(0.9, 1, 0));
  EXPECT_NE(solution.stop, HandleStop::met);
  EXPECT_GT(body.looks, 0);
  EXPECT_LE(body.looks, 2 * body.most_evaluations());
}

TEST(ExactHandles, StretchTheMastWhenItIsLocked) {
  Mast mast;
  HandleSolver solver(mast, Mast::energy(), one_handle(false), {.tolerance = 1e-6, .tau = 0});
  const HandleSolution solution = solver.solve(Vec3(0.3, 1, 0));
  EXPECT_EQ(solution.stop, HandleStop::met);
  EXPECT_LT(solution.misses.norm(), 2e-6);
}

TEST(ExactHandles, KeepAGoodStateWhereTheTargetCannotBeMet) {
  Mast mast;
  HandleSolver solver(mast, Mast::energy(), one_handle(true), {.tolerance = 1e-8});
  const HandleSolution solution = solver.solve(Vec3(5, 0, 0));
  EXPECT_NE(solution.stop, HandleStop::met);
  EXPECT_TRUE(solution.pulls.allFinite());
  EXPECT_GT(solution.misses[0], 3.5);
}

TEST(ExactHandles, TakeOneLinearStepByThePapersWay) {
  Mast mast;
  HandleSolver solver(mast, Mast::energy(), one_handle(false), {.exact = false, .tau = 0});
  const HandleSolution solution = solver.solve(Vec3(0.8, 1, 0));
  EXPECT_NEAR(solution.pulls[0], 0.8, 1e-6);
  EXPECT_EQ(solution.iterations, 0);
  EXPECT_NEAR(solution.misses[0], 0.8 - std::sin(0.8) * (1 + 1e-3 * solution.pulls[1]), 1e-9);
}

// Two points that always move together.
class Pair : public HandleModel {
 public:
  State evaluate(const VecX& pulls) const override {
    State state{VecX(6), 1};
    const Vec3 sum = pulls.head<3>() + pulls.tail<3>();
    state.positions << sum, sum;
    return state;
  }
  MatX derivative(const VecX&) const override {
    MatX J(6, 6);
    J << Mat3::Identity(), Mat3::Identity(), Mat3::Identity(), Mat3::Identity();
    return J;
  }
};

HandleEquations two_handles() {
  return {.rows = MatX::Identity(6, 6),
          .wish_of_row = {0, 0, 0, 1, 1, 1},
          .weights = VecX::Constant(6, unbounded),
          .may_free = {1, 1}};
}

TEST(ExactHandles, ShareBetweenWishesThatContradictAndNameThem) {
  Pair pair;
  HandleSolver solver(pair, pair.derivative({}), two_handles());
  VecX apart(6), together(6);
  apart << 0, 1, 0, 0, -1, 0;
  together << 0, 1, 0, 0, 1, 0;
  const HandleSolution fight = solver.solve(apart);
  EXPECT_LT(pair.evaluate(fight.pulls).positions.norm(), 1e-6);
  EXPECT_EQ(fight.stop, HandleStop::met);  // nothing is left that could be had
  EXPECT_LT((pair.evaluate(solver.solve(together).pulls).positions - together).norm(), 1e-4);
  EXPECT_EQ(solver.rivals(apart, fight.misses, 0.1), (std::vector<std::pair<int, int>>{{0, 1}}));
  EXPECT_TRUE(solver.rivals(together, together, 0.1).empty());
}

}  // namespace
}  // namespace retake
