// Poses that are held are met by the warped frame, whatever the modes can show.
#include <numbers>

#include <gtest/gtest.h>

#include "spacetime/edited_bar.h"

namespace retake {
namespace {

EditSettings smooth_with(int modes) {
  EditSettings settings{.modes = modes};
  settings.cost.kind = CostKind::smooth;
  return settings;
}

Wish pose_at(int frame, const Eigen::Matrix3Xf& pose) {
  return {.name = "pose", .kind = WishKind::pose, .frame = frame, .pose = pose};
}

float farthest(const Eigen::Matrix3Xf& a, const Eigen::Matrix3Xf& b) {
  return (a - b).colwise().norm().maxCoeff();
}

TEST(ExactPose, IsMetToTheLastVertexByFewModes) {
  const Body body = clamp_end(make_bar());
  const EditInput input = input_of(body, still(body), 10);
  const Eigen::Matrix3Xf pose = swinging(body, 0.8)->frames[5];
  MotionEdit edit(input, smooth_with(10));
  edit.add(pose_at(18, pose));
  EXPECT_LT(edit.solve().wishes[0].miss, 1e-5);
  EXPECT_LT(farthest(edit.frame(18), pose), 1e-5);
  EXPECT_LT(farthest(edit.motion().frames[18], pose), 1e-5);
}

TEST(ExactPose, OfTwoWholeTurnsIsMetThoughTheWarpAloneMissesIt) {
  const Body body = clamp_end(make_bar({.cells = {16, 2, 2}}));
  const EditInput input = input_of(body, still(body), 20);
  const Eigen::Matrix3Xf pose = twisted(body, 4 * std::numbers::pi);
  for (const bool exact : {false, true}) {
    EditSettings settings = smooth_with(20);
    settings.exact_handles = exact;
    MotionEdit edit(input, settings);
    edit.add(pose_at(20, pose));
    const double miss = edit.solve().wishes[0].miss;
    EXPECT_EQ(miss < 1e-5, exact) << miss;
  }
}

TEST(ExactPose, LeavesOtherPosesAndHandlesExact) {
  const Body body = clamp_end(make_bar());
  const EditInput input = input_of(body, still(body));
  const auto swing = swinging(body, 0.8);
  const int tip = nearest_vertex(body, bar_tip);
  MotionEdit edit(input, smooth_with(40));
  edit.add(pose_at(12, swing->frames[5]));
  edit.add(pose_at(16, swing->frames[3]));
  Wish up = hold(tip, 19, {4, 0.5, 0});
  up.directions = Vec3::UnitY();
  edit.add(up);
  for (const WishReport& wish : edit.solve().wishes) EXPECT_LT(wish.miss, 4e-4) << wish.frame;
  EXPECT_LT(farthest(edit.frame(12), swing->frames[5]), 1e-5);
  EXPECT_LT(farthest(edit.frame(16), swing->frames[3]), 1e-5);
  EXPECT_NEAR(position(edit, 19, tip).y(), 0.5, 4e-4);
}

}  // namespace
}  // namespace retake
