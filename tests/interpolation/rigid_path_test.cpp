#include "retake/interpolation/rigid_path.h"

#include <numbers>

#include <gtest/gtest.h>

#include "retake/numerics/rotation.h"

namespace retake {
namespace {

const Vec3 gravity(0, -9.81, 0);
constexpr double step = 1e-6;  // s

Vec3 spin_between(const RigidPath& path, double from, double to) {
  return log_rotation(path.rotation(to) * path.rotation(from).transpose()) / (to - from);
}

TEST(RigidPath, TheCentrePassesAKeyWithItsVelocityOnEveryPath) {
  const Vec3 velocity(2, -1, 0.5);
  const std::vector<RigidKey> keys = {
      {.time = 0, .centre = {0, 1, 0}},
      {.time = 0.6, .centre = {1, 2, 0}, .velocity = velocity},
      {.time = 1.5, .centre = {3, 0, 1}},
  };
  for (const CentrePath kind : {CentrePath::linear, CentrePath::spline, CentrePath::ballistic}) {
    const RigidPath path(keys, kind, gravity, false);
    const Vec3 at = path.centre(0.6);
    EXPECT_LT((at - keys[1].centre).norm(), 1e-12);
    EXPECT_LT(((at - path.centre(0.6 - step)) / step - velocity).norm(), 1e-3);
    EXPECT_LT(((path.centre(0.6 + step) - at) / step - velocity).norm(), 1e-3);
  }
}

TEST(RigidPath, ABodyThatCameFastAndStaysDoesNotFlyPast) {
  const Vec3 way(1, 0, 0);
  const RigidPath path({{.time = 0},
                        {.time = 0.1, .rotation = exp_rotation(way), .centre = way},
                        {.time = 2, .rotation = exp_rotation(way), .centre = way}},
                       CentrePath::spline, gravity, false);
  for (double t = 0; t <= 2; t += 0.05) {
    EXPECT_LT(path.centre(t).x(), 1.5) << t;
    EXPECT_LT(log_rotation(path.rotation(t)).norm(), 1.5) << t;
  }
}

TEST(RigidPath, AThrowWithItsOwnVelocityStaysAParabola) {
  const Vec3 start(0, 1, 0), thrown(2, 5, 0);
  const auto thrown_to = [&](double t) { return Vec3(start + thrown * t + gravity * t * t / 2); };
  const RigidPath path({{.time = 0, .centre = start, .velocity = thrown},
                        {.time = 1, .centre = thrown_to(1), .velocity = thrown + gravity}},
                       CentrePath::ballistic, gravity, false);
  for (const double t : {0.2, 0.5, 0.9}) EXPECT_LT((path.centre(t) - thrown_to(t)).norm(), 1e-12);
}

TEST(RigidPath, ALoopTurnsOverItsSeamWithoutAJerk) {
  const std::vector<RigidKey> keys = {
      {.time = 0},
      {.time = 0.5, .rotation = exp_rotation({0, 1.5, 0})},
      {.time = 1.3, .rotation = exp_rotation({1.2, 0, 0.4})},
      {.time = 2},
  };
  const RigidPath path(keys, CentrePath::spline, gravity, true);
  const Vec3 begins = spin_between(path, 0, step), ends = spin_between(path, 2 - step, 2);
  EXPECT_GT(begins.norm(), 0.1);
  EXPECT_LT((begins - ends).norm(), 1e-3);
}

TEST(RigidPath, ALoopOfEvenTurnsTurnsEvenly) {
  std::vector<RigidKey> keys;
  for (int k = 0; k <= 3; ++k)
    keys.push_back(
        {.time = 1.0 * k, .rotation = exp_rotation({0, 2 * std::numbers::pi * k / 3, 0})});
  const RigidPath path(keys, CentrePath::spline, gravity, true);
  for (double t = 0; t < 3; t += 0.1)
    EXPECT_LT((path.rotation(t) - exp_rotation({0, 2 * std::numbers::pi * t / 3, 0})).norm(), 1e-9)
        << t;
}

}  // namespace
}  // namespace retake
