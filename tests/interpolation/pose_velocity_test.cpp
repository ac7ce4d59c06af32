#include <gtest/gtest.h>

#include "retake/interpolation/pose_interpolation.h"
#include "rotation_strain/motions.h"

namespace retake {
namespace {

// Velocities by which a pose becomes another in a second.
Eigen::Matrix3Xf towards(const Body& body, const Pose& from, const Pose& to) {
  return posed(body, to) - posed(body, from);
}

void expect_velocities_met(const Body& body, const std::vector<KeyPose>& poses) {
  PoseInterpolation motion(body, compute_modes(body, {.count = 20}).modes, poses);
  for (const BetweenPoses between : {BetweenPoses::wiggly, BetweenPoses::swing}) {
    motion.set({.between = between});
    for (std::size_t k = 1; k + 1 < poses.size(); ++k) {
      constexpr double h = 4e-4;  // s: less than the fastest mode takes to turn
      const double t = poses[k].time;
      const Eigen::Matrix3Xf found =
          (motion.frame(t + h) - motion.frame(t - h)) / static_cast<float>(2 * h);
      const double fastest = poses[k].velocities.colwise().norm().maxCoeff();
      EXPECT_LT((found - poses[k].velocities).colwise().norm().maxCoeff(), 0.03 * fastest);
      EXPECT_LT((motion.frame(t) - poses[k].positions).colwise().norm().maxCoeff(),
                1e-6 * size_of(body));
    }
  }
}

TEST(PoseVelocity, APoseIsPassedWithItsVelocities) {
  const Body body = make_bar();
  expect_velocities_met(body, {{.time = 0, .positions = posed(body, at_rest)},
                               {.time = 0.7,
                                .positions = posed(body, bent(1)),
                                .velocities = towards(body, bent(1), bent(2))},
                               {.time = 1.2, .positions = posed(body, twisted(2))}});
}

TEST(PoseVelocity, AFreeBodyMovesAndTurnsWithThem) {
  const Body body = free_bar();
  const Pose middle = moved(bent(1), {0, 0.4, 0}, {0, 1, 0});
  const Pose later = moved(bent(1), {0, 0.5, 0.1}, {0.2, 1, 0});
  expect_velocities_met(
      body,
      {{.time = 0, .positions = posed(body, at_rest)},
       {.time = 0.7, .positions = posed(body, middle), .velocities = towards(body, middle, later)},
       {.time = 1.2, .positions = posed(body, at_rest)}});
}

TEST(SecondaryMotion, IsBetweenTheGivenMotionAndTheSwing) {
  const Body body = make_bar();
  PoseInterpolation motion(body, compute_modes(body, {.count = 20}).modes,
                           {{.time = 0, .positions = posed(body, at_rest)},
                            {.time = 1, .positions = posed(body, bent(2))}});
  const Eigen::Matrix3Xf still = posed(body, bent(0.8));
  const auto apart = [&](double share) {
    return (motion.frame_about(still, 0.3, share) - still).colwise().norm().maxCoeff();
  };
  EXPECT_LT(apart(0), 1e-6 * size_of(body));
  EXPECT_GT(apart(0.5), 1e-3 * size_of(body));
  EXPECT_NEAR(apart(0.02) / apart(0.01), 2, 0.1);
}

TEST(SecondaryMotion, KeepsThePosesThatTheGivenMotionHas) {
  const Body body = free_bar();
  const Eigen::Matrix3Xf first = posed(body, at_rest);
  const Eigen::Matrix3Xf last = posed(body, moved(bent(2), {0, 2, 0}, {1, 0, 0}));
  const PoseInterpolation motion(body, compute_modes(body, {.count = 20}).modes,
                                 {{.time = 0, .positions = first}, {.time = 1, .positions = last}});
  EXPECT_LT((motion.frame_about(last, 1, 0.7) - last).colwise().norm().maxCoeff(),
            1e-6 * size_of(body));
}

}  // namespace
}  // namespace retake
