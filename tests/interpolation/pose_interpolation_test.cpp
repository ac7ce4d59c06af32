#include "retake/interpolation/pose_interpolation.h"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "interpolation/tet_gradient.h"
#include "retake/numerics/errors.h"
#include "rotation_strain/motions.h"

namespace retake {
namespace {

constexpr int mode_count = 20;

PoseInterpolation between(const Body& body, const std::vector<Pose>& poses) {
  std::vector<KeyPose> keys;
  for (const Pose& pose : poses)
    keys.push_back(
        {.time = 0.7 * static_cast<double>(keys.size()), .positions = posed(body, pose)});
  return {body, compute_modes(body, {.count = mode_count}).modes, keys};
}

double smallest_volume_ratio(const Body& body, const Eigen::Matrix3Xf& positions) {
  double least = 1;
  for (Eigen::Index e = 0; e < body.tets.cols(); ++e) {
    least = std::min(least, gradient_of_tet(body, e, positions).determinant());
  }
  return least;
}

double worst_strain(const Body& body, const Eigen::Matrix3Xf& positions) {
  double worst = 0;
  for (Eigen::Index e = 0; e < body.tets.cols(); ++e) {
    const Mat3 F = gradient_of_tet(body, e, positions);
    worst = std::max(worst, (F.transpose() * F - Mat3::Identity()).norm() / 2);
  }
  return worst;
}

// Every way from pose to pose, tame and wild.
std::vector<PoseSettings> many_settings() {
  PoseSettings wild;
  wild.spectrum.frequency = SpectrumCurve({{0, 0.5}, {1, -0.3}});
  wild.spectrum.damping = -1.0;
  PoseSettings swing = {.between = BetweenPoses::swing};
  PoseSettings shifted = swing;
  shifted.rest_shift = 0.5;
  PoseSettings plain = swing;
  plain.adjust = false;
  plain.spectrum.rayleigh = RayleighDamping{.stiffness = 1e-3, .mass = 0.5};
  return {{}, wild, swing, shifted, plain};
}

void expect_poses_met(const Body& body, const std::vector<Pose>& poses) {
  PoseInterpolation motion = between(body, poses);
  for (const PoseSettings& settings : many_settings()) {
    motion.set(settings);
    for (std::size_t k = 0; k < poses.size(); ++k) {
      const Eigen::Matrix3Xf missed =
          motion.frame(0.7 * static_cast<double>(k)) - posed(body, poses[k]);
      EXPECT_LT(missed.colwise().norm().maxCoeff(), 1e-6 * size_of(body)) << "pose " << k;
    }
  }
}

TEST(PoseInterpolation, MeetsEveryPoseWhateverTheSettings) {
  const Pose far = moved(bent(2), {0, 2.5, 0.4}, {0.1, 0.2, 0.3});
  expect_poses_met(make_bar(), {bent(1), twisted(3), at_rest});
  expect_poses_met(free_bar(), {at_rest, far, moved(at_rest, {0, 0, 1}, {0, 0, 0})});
  expect_poses_met(make_sheet(6), {at_rest, far, bent(1)});
}

TEST(PoseInterpolation, RigidPosesAreARigidMotion) {
  const Body body = free_bar();
  const Vec3 turn = 1.9 * Vec3(1, 2, -1).normalized();
  std::vector<KeyPose> keys = {
      {.time = 0, .positions = posed(body, at_rest)},
      {.time = 1, .positions = posed(body, moved(at_rest, turn, {1, 0, 2}))}};
  const Modes modes = compute_modes(body, {.count = mode_count}).modes;
  for (const int turns : {0, 1, 3}) {
    keys[1].more_turns = turns;
    const PoseInterpolation motion(body, modes, keys);
    const double angle = turn.norm() + 2 * pi * turns;
    for (const double t : {0.2, 0.5, 0.9}) {
      EXPECT_LT(worst_strain(body, motion.frame(t)), 1e-5);
      const Vec3 expected = exp_rotation(t * angle * turn.normalized()) *
                            (body.rest_positions.col(0) - body.rest_positions.col(5));
      const Vec3 found = (motion.frame(t).col(0) - motion.frame(t).col(5)).cast<double>();
      EXPECT_LT((found - expected).norm(), 1e-5) << turns << " turns at " << t;
    }
  }
}

TEST(PoseInterpolation, LargeBendsAndTwistsInvertNothing) {
  const Body body = make_bar({.cells = {24, 2, 2}});
  const double length = body.rest_positions.row(0).maxCoeff();
  for (const Pose& pose : {bent(pi / length), twisted(4 * pi / length)}) {
    PoseInterpolation motion = between(body, {at_rest, pose});
    PoseSettings direct;
    direct.spectrum.frequency = -1.0;
    direct.spectrum.damping = -1.0;
    motion.set(direct);
    for (const double t : {0.1, 0.35, 0.6})
      EXPECT_GT(smallest_volume_ratio(body, motion.frame(t)), 0.2) << t;
    for (const double share : {0.25, 0.5, 0.75})
      EXPECT_GT(smallest_volume_ratio(body, motion.blended(0, 1, share)), 0.2) << share;
  }
}

TEST(PoseInterpolation, APoseMadeOfModesGivesItsAmplitudesBack) {
  const Body body = make_bar();
  const Modes modes = compute_modes(body, {.count = mode_count}).modes;
  const PoseSpace space(body, modes);
  VecX z = VecX::Zero(mode_count);
  z[0] = 0.02 / modes.shapes.col(0).cwiseAbs().maxCoeff();
  z[4] = -0.01 / modes.shapes.col(4).cwiseAbs().maxCoeff();
  const PoseCoordinates found = space.coordinates_of(space.shape_of(z, space.nothing()));
  EXPECT_LT((found.amplitudes - z).norm(), 1e-3 * z.norm());
}

TEST(PoseInterpolation, WithoutSpringsAmplitudesGoStraight) {
  PoseInterpolation motion = between(make_bar(), {at_rest, bent(1)});
  PoseSettings direct = {.between = BetweenPoses::swing, .adjust = false};
  direct.spectrum.stiffness = 0;
  motion.set(direct);
  const VecX first = motion.amplitudes(0), last = motion.amplitudes(0.7);
  EXPECT_LT((motion.amplitudes(0.35) - 0.5 * (first + last)).norm(), 1e-9 * last.norm());
}

TEST(PoseInterpolation, AFallingBodyFollowsAParabola) {
  const Body body = free_bar();
  PoseInterpolation motion = between(body, {at_rest, moved(at_rest, {0, 0, 0}, {1, 0, 0})});
  PoseSettings settings;
  settings.centre = CentrePath::ballistic;
  motion.set(settings);
  const float rise = motion.frame(0.35)(1, 0) - motion.frame(0)(1, 0);
  EXPECT_NEAR(rise, 9.81 * 0.35 * 0.35 / 2, 1e-5);
}

TEST(PoseShare, SumsToOneAndIsLevelAtThePoses) {
  const std::vector<double> times = {0, 1, 3, 4};
  for (double t = 0; t <= 4; t += 0.05) {
    double sum = 0;
    for (std::size_t k = 0; k < times.size(); ++k) sum += pose_share(times, k, t);
    EXPECT_NEAR(sum, 1, 1e-12) << t;
  }
  EXPECT_NEAR(pose_share(times, 1, 1 + 1e-4), 1, 1e-7);
  EXPECT_NEAR(pose_share(times, 1, 3 - 1e-4), 0, 1e-7);
}

TEST(AdjustmentCurves, CalmTheModesForWhichAFastStartIsDear) {
  PoseInterpolation motion = between(make_bar(), {bent(0.3), bent(1)});
  PoseSettings swing = {.between = BetweenPoses::swing, .settles_at = SettlesAt::rest};
  const auto start = [&](double dear) -> VecX {
    swing.adjustment_curves.velocity = SpectrumCurve({{0, dear}, {0.5, 0}});
    motion.set(swing);
    return (motion.amplitudes(1e-5) - motion.amplitudes(0)).cwiseAbs() / 1e-5;
  };
  const VecX calm = start(1), free = start(-1);
  EXPECT_LT(calm[0], 0.9 * free[0]);
  EXPECT_NEAR(calm[mode_count - 1], free[mode_count - 1], 1e-9 * (1 + free[mode_count - 1]));
}

TEST(SpectrumCurve, PassesThroughItsPointsWithoutOvershoot) {
  const SpectrumCurve curve({{0, -0.5}, {0.3, 0.8}, {1, 0.8}});
  EXPECT_DOUBLE_EQ(curve.at(0.3), 0.8);
  for (double x = 0; x <= 1; x += 0.01) {
    EXPECT_GE(curve.at(x), -0.5);
    EXPECT_LE(curve.at(x), 0.8 + 1e-12);
  }
  EXPECT_THROW(SpectrumCurve({{0.5, 0}, {0.2, 0}}), InputError);
  EXPECT_THROW(SpectrumCurve({{0, 2}}), InputError);
  EXPECT_THROW(SpectrumCurve({{0, 0, NAN}, {1, 0}}), InputError);
}

TEST(SpectrumCurve, HasTheSlopesThatItsPointsGiveAndStaysInRange) {
  const SpectrumCurve plain({{0, -0.5}, {0.4, 0.2}, {1, 0.8}});
  const SpectrumCurve bent({{0, -0.5, 3}, {0.4, 0.2, -1}, {1, 0.8, 40}});
  const double h = 1e-6;
  EXPECT_NEAR((bent.at(h) - bent.at(0)) / h, 3, 1e-4);
  EXPECT_NEAR((bent.at(0.4 + h) - bent.at(0.4 - h)) / (2 * h), -1, 1e-4);
  EXPECT_DOUBLE_EQ(bent.at(0.4), plain.at(0.4));
  for (double x = 0; x <= 1; x += 0.01) EXPECT_GE(bent.at(x), -1);
  EXPECT_DOUBLE_EQ(bent.at(0.85), -1);
}

}  // namespace
}  // namespace retake
