// Directions in which a body is stiff: left free, and held where the drag itself goes there.
#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "spacetime/edited_bar.h"

namespace retake {
namespace {

TEST(StiffAxes, AreFollowedByADragThatGoesAlongThem) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip);
  for (const Vec3& pull : {Vec3(0.1, 0, 0), Vec3(-0.4, 0.1, 0), Vec3(0.3, 0, -0.2)}) {
    MotionEdit edit(input, {});
    edit.add(hold(tip, 20, bar_tip + pull));
    const WishReport wish = edit.solve().wishes[0];
    EXPECT_TRUE(wish.locked) << pull.transpose();
    EXPECT_LT((position(edit, 20, tip) - bar_tip - pull).norm(), 4e-4) << pull.transpose();
    EXPECT_EQ(wish.freed_part, 0);
  }
}

TEST(StiffAxes, AreHeldInABendingDragThatTheBodyFollows) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip);
  for (const Vec3& pull : {Vec3(0.02, 0.8, 0), Vec3(0.2, 0.4, 0.1), Vec3(-0.1, 0, 0.6)}) {
    MotionEdit edit(input, {});
    edit.add(hold(tip, 20, bar_tip + pull));
    const WishReport wish = edit.solve().wishes[0];
    EXPECT_TRUE(wish.locked) << pull.transpose();
    EXPECT_EQ(wish.free_miss, 0) << pull.transpose();
    EXPECT_LT((position(edit, 20, tip) - bar_tip - pull).norm(), 4e-4) << pull.transpose();
  }
}

TEST(StiffAxes, StayFreeInABendingDragThatWouldStretchTheBodyFar) {
  const EditInput input = still_bar();
  MotionEdit edit(input, {});
  edit.add(hold(nearest_vertex(input.body, bar_tip), 20, bar_tip + Vec3(2, 2.5, 0)));
  const WishReport wish = edit.solve().wishes[0];
  EXPECT_FALSE(wish.locked);
  EXPECT_EQ(wish.freed_directions.cols(), 1);
  EXPECT_GT(wish.free_miss, 1);  // bending brings the tip nearer to the root
  EXPECT_LT(wish.miss, 4e-4);
}

// However far the hand goes on.
TEST(StiffAxes, AreHeldNoFartherThanTheBodyStaysSound) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip);
  for (const double side : {1.0, -1.0}) {
    std::vector<double> reached;
    for (const double way : {3.0, 3.9, 7.8}) {
      MotionEdit edit(input, {});
      edit.add(hold(tip, 20, bar_tip + Vec3(side * way, 0, 0)));
      const WishReport wish = edit.solve().wishes[0];
      EXPECT_FALSE(wish.locked);
      EXPECT_GT(wish.freed_part, 0.99);
      EXPECT_LT(wish.miss, 4e-4);
      EXPECT_GT(smallest_volume(input.body, edit.frame(20)), 0.2);
      reached.push_back(side * (position(edit, 20, tip) - bar_tip).x());
      EXPECT_NEAR(wish.free_miss, way - reached.back(), 1e-3);
    }
    EXPECT_GT(reached[0], 0.5);
    EXPECT_NEAR(reached[1], reached[0], 0.02);
    EXPECT_NEAR(reached[2], reached[0], 0.02);
  }
}

TEST(StiffAxes, OfOneDragThatCannotBeHadDoNotKeepAnotherFromItsOwn) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip);
  MotionEdit edit(input, {});
  edit.add(hold(tip, 10, bar_tip + Vec3(4, 0, 0)));
  edit.add(hold(tip, 30, bar_tip + Vec3(0.1, 0, 0)));
  const EditReport& report = edit.solve();
  EXPECT_FALSE(report.wishes[0].locked);
  EXPECT_TRUE(report.wishes[1].locked);
  EXPECT_LT((position(edit, 30, tip) - bar_tip - Vec3(0.1, 0, 0)).norm(), 4e-4);
}

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
    EXPECT_EQ(edit.solve().stop, HandleStop::met) << pull;
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

// A long strip whose end is twisted by two of its corners: turning gives way a thousand times less
// than bending, but nothing is torn.
TEST(Contradictions, AreNotSeenInATwist) {
  const Body body = clamp_end(make_bar({.cells = {20, 2, 1}, .size = {8, 0.6, 0.1}}));
  const EditInput input = input_of(body, still(body), 60);
  MotionEdit edit(input, {});
  std::vector<int> corners;
  for (const double side : {-0.3, 0.3}) {
    corners.push_back(nearest_vertex(body, {8, side, 0}));
    Wish wish =
        hold(corners.back(), 20, body.rest_positions.col(corners.back()) + Vec3(0, 0, side / 2));
    wish.directions = Vec3::UnitZ();
    edit.add(wish);
  }
  for (const WishReport& wish : edit.solve().wishes) {
    EXPECT_LT(wish.miss, 1e-3);
    EXPECT_TRUE(wish.contradicts.empty());
  }
  EXPECT_NEAR(position(edit, 20, corners[1]).z() - position(edit, 20, corners[0]).z(), 0.3, 2e-3);
}

}  // namespace
}  // namespace retake
