// Laws of handles that hold whatever finds them.
#include <cmath>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "spacetime/edited_bar.h"

namespace retake {
namespace {

TEST(StiffAxes, WhenLockedAreHeldAtAnyAngleToTheWorld) {
  Body body = clamp_end(make_bar({.cells = {10, 1, 1}, .size = {10, 0.5, 0.5}}));
  const Mat3 turn = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  body.rest_positions = (turn * body.rest_positions).eval();
  const EditInput input = input_of(body, still(body), 60);
  const int tip = nearest_vertex(body, turn * Vec3(10, 0.25, 0.25));
  const Vec3 start = body.rest_positions.col(tip), pull = turn * Vec3(0.1, 0.2, 0);
  Wish wish = hold(tip, 20, start + pull);
  wish.stiff_axes = StiffAxes::locked;
  MotionEdit edit(input, {});
  edit.add(wish);
  EXPECT_LT(edit.solve().wishes[0].miss, 1e-3);
  EXPECT_LT((position(edit, 20, tip) - start - pull).norm(), 1e-3);
}

TEST(ExactHandles, AreNotHeldBackByAnElementThatTheInputHasInsideOut) {
  EditInput input = still_bar();
  auto motion = std::make_shared<Motion>(*input.motion);
  const int inner = nearest_vertex(input.body, {0.75, 0.25, 0.25});  // the middle of a cell
  motion->frames.change(20).col(inner).x() += 0.6f;
  input.motion = motion;
  const int tip = nearest_vertex(input.body, bar_tip);
  for (const double pull : {0.5, 3.0}) {
    MotionEdit edit(input, {});
    edit.add(hold(tip, 20, bar_tip + Vec3(0, pull, 0)));
    EXPECT_EQ(edit.solve().stop, HandleStop::converged) << pull;
    EXPECT_LT(edit.report().wishes[0].miss, 4e-4) << pull;
  }
}

TEST(Contradictions, AreNotSeenInWishesThatAgree) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip);
  MotionEdit edit(input, {});
  const int a = edit.add(hold(tip, 20, bar_tip + Vec3(0, 12, 0)));  // out of reach
  const int b = edit.add(hold(tip, 20, bar_tip + Vec3(0, 12, 0)));
  for (const WishReport& wish : edit.solve().wishes) {
    EXPECT_GT(wish.miss, 1);
    EXPECT_TRUE(wish.contradicts.empty());
  }
  const int c = edit.add(hold(tip, 20, bar_tip - Vec3(0, 3, 0)));
  const EditReport& report = edit.solve();
  EXPECT_EQ(report.wishes[0].contradicts, std::vector{c});
  EXPECT_EQ(report.wishes[1].contradicts, std::vector{c});
  EXPECT_EQ(report.wishes[2].contradicts, (std::vector{a, b}));
}

// Frames of handles come from one solve for the whole window where handles are many.
TEST(MotionEdit, FramesOfManyHandlesAreThoseOfTheWholeMotion) {
  const EditInput input = still_bar();
  MotionEdit edit(input, {});
  for (int i = 0; i < 16; ++i) {
    const int vertex = nearest_vertex(input.body, {1 + 0.2 * i, 0.5, 0});
    edit.add(hold(vertex, 3 + 2 * i,
                  input.body.rest_positions.col(vertex) + Vec3(0, 0.01 * std::sin(i), 0)));
  }
  for (const WishReport& wish : edit.solve().wishes) EXPECT_LT(wish.miss, 1e-3);
  const Motion whole = edit.motion();
  for (int i = 0; i < 16; ++i) {
    const int frame = 3 + 2 * i;
    EXPECT_LT((edit.frame(frame) - whole.frames[static_cast<std::size_t>(frame)]).norm(), 1e-4f);
  }
}

// Rounds that push a body out of obstacles go for what the drag had come to, not for its target.
TEST(Reach, OfADragThatStopsIsTheSameBesideAnObstacleThatIsNotTouched) {
  EditInput input = still_bar();
  const int near_clamp = nearest_vertex(input.body, {0.5, 0.5, 0});
  const Vec3 at = input.body.rest_positions.col(near_clamp);
  std::vector<Eigen::Matrix3Xf> frames;
  for (const bool beside : {false, true}) {
    if (beside) input.obstacles = {{.name = "deep", .shape = PlaneObstacle{.point = {0, -50, 0}}}};
    MotionEdit edit(input, {});
    edit.add(hold(near_clamp, 20, at + Vec3(0, 1.5, 0)));
    EXPECT_GT(edit.solve_one_sided().wishes[0].miss, 0.1);
    frames.push_back(edit.frame(20));
  }
  EXPECT_EQ(frames[0], frames[1]);
}

}  // namespace
}  // namespace retake
