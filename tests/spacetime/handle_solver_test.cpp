// Continuation with bounded multipliers, on a model whose answers are known and on bars.
#include "retake/spacetime/handle_solver.h"

#include <cmath>

#include <gtest/gtest.h>

#include "spacetime/edited_bar.h"

namespace retake {
namespace {

// A stick of length 1 that turns by the angle z0 and is stretched by z1: A = diag(1, softness).
// Columns: derivatives of the tip, and what has been reached.
class Mast : public HandleModel {
 public:
  explicit Mast(double softness) : A_(1, softness) {}

  VecX positions(const VecX& pulls) const override { return tip(state(pulls)); }
  Columns start() override { return linearize_at(Eigen::Vector2d::Zero()); }
  Columns linearize(const VecX& pulls) override { return linearize_at(state(pulls)); }
  VecX displacements(const VecX& pulls) const override {
    const Eigen::Vector2d step = A_.asDiagonal() * (columns_.rightCols<3>() * pulls.tail<3>());
    return VecX::Constant(1, step.cwiseAbs().maxCoeff());
  }
  VecX warped_displacements(const VecX& pulls) override {
    return VecX::Constant(1, (positions(pulls) - tip(Eigen::Vector2d::Zero())).norm());
  }
  VecX finish_frames(const VecX& pulls) override {
    Eigen::Vector2d z = state(pulls);
    z[1] = std::clamp(z[1], -most_stretch, most_stretch);
    return tip(z);
  }
  Eigen::Vector2d state(const VecX& pulls) const {
    return pulls[0] * reached_ + A_.asDiagonal() * (columns_.rightCols<3>() * pulls.tail<3>());
  }

  double most_stretch = 10;

 private:
  static Vec3 tip(const Eigen::Vector2d& z) {
    return (1 + z[1]) * Vec3(std::sin(z[0]), std::cos(z[0]), 0);
  }
  Columns linearize_at(const Eigen::Vector2d& z) {
    reached_ = z;
    columns_.rightCols<3>().row(0) =
        (1 + z[1]) * Vec3(std::cos(z[0]), -std::sin(z[0]), 0).transpose();
    columns_.rightCols<3>().row(1) = Vec3(std::sin(z[0]), std::cos(z[0]), 0).transpose();
    const Eigen::Matrix<double, 2, 3> G = columns_.rightCols<3>();
    return {Eigen::Vector4d::Unit(0), G.transpose() * A_.asDiagonal() * G};
  }

  Eigen::Vector2d A_, reached_ = Eigen::Vector2d::Zero();
  Eigen::Matrix<double, 2, 4> columns_ = Eigen::Matrix<double, 2, 4>::Zero();
};

// A point that follows three unknowns, the last of which throws the body `gain` times as far.
class Lever : public HandleModel {
 public:
  explicit Lever(double gain) : gain_(gain) {}

  VecX positions(const VecX& pulls) const override { return pulls; }
  Columns start() override { return {Vec3::Zero(), Mat3::Identity()}; }
  Columns linearize(const VecX& pulls) override { return {pulls, Mat3::Identity()}; }
  VecX displacements(const VecX& pulls) const override {
    return VecX::Constant(1, pulls.cwiseProduct(Vec3(1, 1, gain_)).cwiseAbs().maxCoeff());
  }
  VecX warped_displacements(const VecX& pulls) override { return displacements(pulls); }
  VecX finish_frames(const VecX& pulls) override { return pulls; }

 private:
  double gain_;
};

HandleEquations one_handle(bool unbounded = false) {
  return {.rows = Mat3::Identity(),
          .wish_of_row = {0, 0, 0},
          .weights = Vec3::Constant(std::numeric_limits<double>::infinity()),
          .elastic_compliance = {},
          .metres_per_unit = VecX::Ones(1),
          .unbounded = {static_cast<char>(unbounded)}};
}

TEST(HandleSolver, MeetsATargetOnACurve) {
  Mast mast(0.5);
  HandleSolver solver(mast, one_handle());
  const HandleSolution solution = solver.solve(Vec3(0.8, 0.9, 0));
  EXPECT_EQ(solution.stop, HandleStop::converged);
  EXPECT_LT(solution.misses.norm(), 2e-5);
  EXPECT_LT((mast.positions(solution.pulls) - Vec3(0.8, 0.9, 0)).norm(), 2e-5);
}

TEST(HandleSolver, StatesTheMissAlongADirectionThatNothingAnswers) {
  Mast mast(0.5);
  HandleSolver solver(mast, one_handle());
  const HandleSolution solution = solver.solve(Vec3(0.3, 1, 0.2));
  EXPECT_NE(solution.stop, HandleStop::converged);
  EXPECT_NEAR(solution.misses[2], 0.2, 1e-9);
  EXPECT_LT(solution.misses.head<2>().norm(), 5e-3);
}

// Half of the way along a direction that moves the body by twice the largest gain.
TEST(HandleSolver, FollowsADirectionByNoMoreThanTheLargestGain) {
  const HandleOptions options{.amplification = 100, .largest_gain = 12};
  for (const auto& [gain, part] :
       {std::pair(6.0, 1.0), std::pair(12.0, 1.0), std::pair(24.0, 0.5)}) {
    Lever lever(gain);
    HandleSolver solver(lever, one_handle(), options);
    const Vec3 asked(0.3, -0.2, 0.04);
    const HandleSolution solution = solver.solve(asked);
    EXPECT_TRUE((asked.cwiseProduct(Vec3(1, 1, part)) - solution.pulls).isZero(1e-9)) << gain;
    EXPECT_EQ(solution.stop, part < 1 ? HandleStop::yielded : HandleStop::converged) << gain;
  }
}

// What is held all the same has no largest gain.
TEST(HandleSolver, FollowsLockedWishesAlongEveryDirection) {
  Lever lever(24);
  HandleSolver solver(lever, one_handle(true));
  const Vec3 asked(0.3, -0.2, 0.04);
  EXPECT_TRUE((solver.solve(asked).pulls - asked).isZero(1e-9));
}

// The tip moves by its own steps alone: what the hand's step asks for, times the bound at most.
TEST(HandleSolver, AnswersAHandThatGoesOnWithBoundedSteps) {
  Mast mast(0.2);
  HandleSolver solver(mast, one_handle());
  Eigen::Vector2d before = Eigen::Vector2d::Zero();
  for (int step = 1; step <= 40; ++step) {
    const HandleSolution solution = solver.solve(Vec3(0, 1, 0) + 0.03 * step * Vec3(0.8, -0.6, 0));
    const Eigen::Vector2d now = mast.state(solution.pulls);
    EXPECT_LT((now - before).cwiseAbs().maxCoeff(), 4 * 0.03) << step;
    before = now;
  }
}

// Where the elements give out the tip stays where they are at their limit, for all hands beyond.
TEST(HandleSolver, GoesAsFarAsElementsAllow) {
  Mast mast(0.5);
  mast.most_stretch = 0.3;
  HandleSolver solver(mast, one_handle(true));
  for (const double up : {1.5, 2.0, 3.0}) {
    const HandleSolution solution = solver.solve(Vec3(0, up, 0));
    EXPECT_EQ(solution.stop, HandleStop::element_limit);
    EXPECT_NEAR(solution.misses[1], up - 1 - 0.3, 1e-9) << up;
  }
}

TEST(HandleSolver, AnswersTheSameWhateverWasAskedBefore) {
  Mast mast(0.2);
  HandleSolver dragged(mast, one_handle());
  for (const double x : {0.2, 0.9, -0.5}) dragged.solve(Vec3(x, 0.7, 0));
  const VecX after = mast.state(dragged.solve(Vec3(0.6, 0.9, 0)).pulls);
  HandleSolver direct(mast, one_handle());
  EXPECT_EQ(after, VecX(mast.state(direct.solve(Vec3(0.6, 0.9, 0)).pulls)));
}

// How far any vertex goes at once while the hand goes on by 5 cm, over that.
double largest_step(const EditInput& input, const Vec3& grabbed, const Vec3& direction) {
  const int vertex = nearest_vertex(input.body, grabbed);
  const Vec3 at = input.motion->frames[20].col(vertex).cast<double>();
  MotionEdit edit(input, {});
  const int id = edit.add(hold(vertex, 20, at));
  Eigen::Matrix3Xf before = input.motion->frames[20];
  double largest = 0;
  for (int step = 1; step <= 20; ++step) {
    edit.move(id, at + 0.05 * step * direction);
    edit.solve();
    const Eigen::Matrix3Xf now = edit.frame(20);
    largest = std::max<double>(largest, (now - before).colwise().norm().maxCoeff() / 0.05);
    before = now;
  }
  return largest;
}

TEST(HandleSolver, LetsADragGoOnWithoutJumps) {
  const Body body = clamp_end(make_bar());
  for (const bool moves : {false, true}) {
    const EditInput input = input_of(body, moves ? swinging(body, 1.2) : still(body));
    for (const double x : {0.5, 1.0}) {
      for (const Vec3& way : {Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 1, 0), Vec3(0.6, 0, 0.8)}) {
        EXPECT_LT(largest_step(input, {x, 0.5, 0}, way), 8)
            << (moves ? "moving, at " : "still, at ") << x << " by " << way.transpose();
      }
    }
  }
}

// Frames in their groups are the same to the bit, whatever was asked, or looked at, in between.
TEST(HandleSolver, ComesBackToTheSameMotionToTheBit) {
  const Body body = clamp_end(make_bar());
  const EditInput input = input_of(body, swinging(body, 1.2));
  const int vertex = nearest_vertex(body, {4, 0.5, 0});
  const Vec3 at = input.motion->frames[20].col(vertex).cast<double>();
  for (const Vec3& by : {Vec3(0, 0.3, 0), Vec3(0.2, 0.9, 0.4), Vec3(-1, 1.5, 0)}) {
    MotionEdit edit(input, {});
    const int id = edit.add(hold(vertex, 20, at));
    const auto motion_at = [&](const Vec3& place) {
      edit.move(id, place);
      edit.solve();
      const int last = input.motion->frame_count() - 1;
      std::vector<Eigen::Matrix3Xf> frames;
      for (int t = 0; t <= last; t = edit.group_of(t).second + 1) {
        for (Eigen::Matrix3Xf& frame : edit.group(t, edit.group_of(t).second))
          frames.push_back(std::move(frame));
      }
      return frames;
    };
    const auto first = motion_at(at + by);
    motion_at(at);
    for (const double part : {0.4, 1.3}) {
      edit.move(id, at + part * by);
      edit.solve();
      edit.frame(3);
    }
    const auto again = motion_at(at + by);
    for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i], again[i]) << i;
  }
}

// A circle, there and back: places that are visited twice are the same.
TEST(HandleSolver, ComesBackToWhatItWasOnACircle) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip);
  MotionEdit edit(input, {});
  const int id = edit.add(hold(tip, 20, bar_tip));
  std::vector<Eigen::Matrix3Xf> there;
  for (int step = 0; step < 12; ++step) {
    const double angle = 0.5 * step;
    edit.move(id, bar_tip + 0.4 * Vec3(0, std::cos(angle), std::sin(angle)));
    edit.solve();
    there.push_back(edit.frame(20));
  }
  for (int step = 11; step >= 0; --step) {
    const double angle = 0.5 * step;
    edit.move(id, bar_tip + 0.4 * Vec3(0, std::cos(angle), std::sin(angle)));
    edit.solve();
    EXPECT_EQ(edit.frame(20), there[static_cast<std::size_t>(step)]);
  }
}

TEST(HandleSolver, StretchesABodyNoFartherThanItsElementsMayBe) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip);
  for (const double side : {1.0, -1.0}) {
    for (const double way : {5.0, 7.8}) {
      MotionEdit edit(input, {});
      edit.add(hold(tip, 20, bar_tip + Vec3(side * way, 0, 0)));
      const EditReport& report = edit.solve();
      EXPECT_NE(report.stop, HandleStop::converged);
      EXPECT_GT(smallest_volume(input.body, edit.frame(20)), 0.2);
      const double reached = side * (position(edit, 20, tip) - bar_tip).x();
      EXPECT_GT(reached, 0.3);
      EXPECT_NEAR(report.wishes[0].miss,
                  (bar_tip + Vec3(side * way, 0, 0) - position(edit, 20, tip)).norm(), 1e-3);
    }
  }
}

// A pin at one frame that contradicts a wish there, beside wishes at other frames.
TEST(HandleSolver, LetsAContradictionAtOneFrameSpoilNoOther) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip);
  MotionEdit edit(input, {});
  const int pin =
      edit.add({.name = "pin", .kind = WishKind::pin, .frame = 20, .point = {{tip, 1}}});
  const int pulled = edit.add(hold(tip, 20, bar_tip + Vec3(0, 0.4, 0)));
  edit.add(hold(tip, 10, bar_tip + Vec3(0, 0.2, 0)));
  edit.add(hold(tip, 30, bar_tip + Vec3(0, 0, 0.3)));
  const EditReport& report = edit.solve();
  EXPECT_EQ(report.wishes[0].contradicts, std::vector{pulled});
  EXPECT_EQ(report.wishes[1].contradicts, std::vector{pin});
  EXPECT_LT(report.wishes[2].miss, 1e-3);
  EXPECT_LT(report.wishes[3].miss, 1e-3);
}

// A wish at a clamped vertex, beside one that is easily met.
TEST(HandleSolver, LetsAWishThatCannotBeMetKeepNoOtherFromItsTarget) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip), clamped = input.body.pins[0];
  const Vec3 root = input.body.rest_positions.col(clamped);
  MotionEdit edit(input, {});
  edit.add(hold(tip, 15, bar_tip + Vec3(0, 0.2, 0)));
  edit.add(hold(clamped, 25, root + Vec3(0, 0.01, 0)));
  const EditReport& report = edit.solve();
  EXPECT_LT(report.wishes[0].miss, 4e-4);
  EXPECT_EQ(report.wishes[1].stands_still, StandsStill::pinned);
}

// A long strip whose end is twisted by two of its corners.
TEST(HandleSolver, TwistsAStripByTwoCorners) {
  const Body body = clamp_end(make_bar({.cells = {20, 2, 1}, .size = {8, 0.6, 0.1}}));
  const EditInput input = input_of(body, still(body), 60);
  MotionEdit edit(input, {});
  std::vector<int> corners;
  for (const double side : {-0.3, 0.3}) {
    corners.push_back(nearest_vertex(body, {8, side, 0}));
    Wish wish =
        hold(corners.back(), 20, body.rest_positions.col(corners.back()) + Vec3(0, 0, 0.4 * side));
    wish.directions = Vec3::UnitZ();
    edit.add(wish);
  }
  for (const WishReport& wish : edit.solve().wishes) {
    EXPECT_LT(wish.miss, 1e-3);
    EXPECT_TRUE(wish.contradicts.empty());
  }
}

}  // namespace
}  // namespace retake
