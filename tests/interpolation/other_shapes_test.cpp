#include "retake/interpolation/other_shapes.h"

#include <gtest/gtest.h>

#include "retake/interpolation/pose_interpolation.h"
#include "rotation_strain/motions.h"

namespace retake {
namespace {

constexpr PoseShapes others[] = {PoseShapes::linear, PoseShapes::modal_warping};

TEST(OtherShapes, AllMethodsAgreeOnSmallChanges) {
  const Body body = make_bar();
  const Modes modes = compute_modes(body, {.count = 10}).modes;
  const PoseSpace space(body, modes);
  const OtherShapes other(body, space.shapes());
  VecX z = VecX::Zero(10);
  z[0] = 1e-4 / modes.shapes.col(0).cwiseAbs().maxCoeff();
  const Eigen::Matrix3Xf rest = body.rest_positions.cast<float>();
  const Eigen::Matrix3Xf ours = space.shape_of(z, space.nothing()) - rest;
  for (const PoseShapes kind : others)
    EXPECT_LT((other.shape_of(kind, z) - rest - ours).norm(), 0.02 * ours.norm());
}

TEST(OtherShapes, GiveBackTheAmplitudesOfAShape) {
  const Body body = make_bar();
  const Modes modes = compute_modes(body, {.count = 6}).modes;
  const OtherShapes other(body, modes.shapes.cast<float>());
  const VecX z = 0.03 * VecX::LinSpaced(6, 1, -1) / modes.shapes.cwiseAbs().maxCoeff();
  for (const PoseShapes kind : others) {
    const VecX found = other.amplitudes_of(kind, other.shape_of(kind, z), 0.8 * z);
    EXPECT_LT((found - z).norm(), 1e-3 * z.norm());
  }
}

TEST(OtherShapes, PosesAreMetByEveryMethod) {
  const Body body = make_bar();
  const Eigen::Matrix3Xf last = motion_of(body, {bent(2)})->frames[0];
  PoseInterpolation motion(body, compute_modes(body, {.count = 10}).modes,
                           {{.time = 0, .positions = body.rest_positions.cast<float>()},
                            {.time = 1, .positions = last}});
  for (const PoseShapes kind : others) {
    motion.set({.shapes = kind});
    EXPECT_LT((motion.frame(1) - last).norm(), 1e-5);
  }
}

}  // namespace
}  // namespace retake
