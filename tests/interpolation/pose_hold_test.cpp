#include "retake/interpolation/pose_hold.h"

#include <gtest/gtest.h>

#include "retake/interpolation/pose_interpolation.h"
#include "retake/numerics/errors.h"
#include "rotation_strain/motions.h"

namespace retake {
namespace {

// Vertices of a bar's ends.
std::vector<int> end_of(const Body& body, double x) {
  std::vector<int> vertices;
  for (int v = 0; v < body.vertex_count(); ++v)
    if (std::abs(body.rest_positions(0, v) - x) < 1e-9) vertices.push_back(v);
  return vertices;
}

// A free bar whose left end has the same place in all poses.
struct HeldBar {
  Body body = free_bar({.cells = {6, 2, 2}});
  std::vector<int> foot = end_of(body, 0);
  std::vector<KeyPose> poses = {{.time = 0, .positions = posed(body, at_rest)},
                                {.time = 1, .positions = planted(bent(2))},
                                {.time = 2, .positions = planted(twisted(2))}};

  Eigen::Matrix3Xf planted(const Pose& pose) const {
    Eigen::Matrix3Xf positions = posed(body, pose);
    for (const int v : foot) positions.col(v) = body.rest_positions.col(v).cast<float>();
    return positions;
  }
  PoseInterpolation motion(const std::vector<PoseHold>& holds) const {
    PoseInterpolation result(body, compute_modes(body, {.count = 20}).modes, poses, holds);
    PoseSettings lively;
    lively.spectrum.damping = -0.95;
    result.set(lively);
    return result;
  }
};

TEST(PoseHold, FeetStayOnTheGroundWhileTheBodySwings) {
  const HeldBar bar;
  const double size = size_of(bar.body);
  const PoseInterpolation held = bar.motion({{"foot", bar.foot}}), loose = bar.motion({});
  const Eigen::Matrix3Xf ground = bar.poses[0].positions(Eigen::all, bar.foot);
  double slip = 0;
  for (double t = 0.05; t < 2; t += 0.1) {
    const Eigen::Matrix3Xf foot = held.frame(t)(Eigen::all, bar.foot);
    EXPECT_LT((foot - ground).colwise().norm().maxCoeff(), 1e-5 * size) << t;
    slip = std::max<double>(
        slip, (loose.frame(t)(Eigen::all, bar.foot) - ground).colwise().norm().maxCoeff());
  }
  EXPECT_GT(slip, 1e-3 * size);  // without the hold they do not
}

TEST(PoseHold, PosesAreMetAsWell) {
  const HeldBar bar;
  const PoseInterpolation motion = bar.motion({{"foot", bar.foot}});
  for (const KeyPose& pose : bar.poses)
    EXPECT_LT((motion.frame(pose.time) - pose.positions).colwise().norm().maxCoeff(),
              1e-6 * size_of(bar.body));
}

TEST(PoseHold, AFootThatTurnsKeepsItsShape) {
  const Body body = free_bar();
  const std::vector<int> foot = end_of(body, 0);
  const std::vector<KeyPose> poses = {
      {.time = 0, .positions = posed(body, at_rest)},
      {.time = 1, .positions = posed(body, moved(at_rest, {0, 2, 1}, {1, 0, 0}))}};
  const Points halfway = HeldPath(body, poses, {{"foot", foot}}).positions(0.4);
  for (std::size_t a = 1; a < foot.size(); ++a) {
    const double rest =
        (body.rest_positions.col(foot[a]) - body.rest_positions.col(foot[0])).norm();
    const double now = (halfway.col(static_cast<Eigen::Index>(a)) - halfway.col(0)).norm();
    EXPECT_NEAR(now, rest, 1e-6);
  }
}

TEST(PoseHold, VerticesThatCannotBeHeldAreRefused) {
  const Body body = make_bar();
  EXPECT_THROW(check_holds(body, {{"none", {}}}), InputError);
  EXPECT_THROW(check_holds(body, {{"far", {10'000}}}), InputError);
  EXPECT_THROW(check_holds(body, {{"pinned", {body.pins[0]}}}), InputError);
  EXPECT_THROW(check_holds(body, {{"a", {30}}, {"b", {30}}}), InputError);
  EXPECT_NO_THROW(check_holds(body, {{"a", {30}}, {"b", {31}}}));
}

}  // namespace
}  // namespace retake
