// Pins that move and turn from pose to pose.
#include <Eigen/LU>
#include <gtest/gtest.h>

#include "interpolation/tet_gradient.h"
#include "retake/interpolation/pose_interpolation.h"
#include "rotation_strain/motions.h"

namespace retake {
namespace {

double length_of(const Body& body) { return body.rest_positions.row(0).maxCoeff(); }

// A bar whose both ends are pinned.
Body held_at_both_ends(int cells) {
  Body body = make_bar({.cells = {cells, 2, 2}});
  body.pins.clear();
  for (int v = 0; v < body.vertex_count(); ++v)
    if (const double x = body.rest_positions(0, v); x < 1e-9 || x > length_of(body) - 1e-9)
      body.pins.push_back(v);
  return body;
}

PoseInterpolation straight_between(const Body& body, const std::vector<Pose>& poses) {
  std::vector<KeyPose> keys;
  for (const Pose& pose : poses)
    keys.push_back({.time = static_cast<double>(keys.size()), .positions = posed(body, pose)});
  PoseInterpolation motion(body, compute_modes(body, {.count = 20}).modes, keys);
  PoseSettings direct;
  direct.spectrum.frequency = -1.0;
  direct.spectrum.damping = -1.0;
  motion.set(direct);
  return motion;
}

// Of all elements: the smallest volume by its rest, the largest Green strain, and the mean of its
// square, which is half an energy.
struct Strain {
  double smallest_volume = 1e300, largest = 0, energy = 0;
};

Strain strain_of(const Body& body, const Eigen::Matrix3Xf& positions) {
  Strain strain;
  for (Eigen::Index e = 0; e < body.tets.cols(); ++e) {
    const Mat3 F = gradient_of_tet(body, e, positions);
    const double green = (F.transpose() * F - Mat3::Identity()).norm() / 2;
    strain.smallest_volume = std::min(strain.smallest_volume, F.determinant());
    strain.largest = std::max(strain.largest, green);
    strain.energy += green * green / static_cast<double>(body.tets.cols());
  }
  return strain;
}

void expect_met(const PoseInterpolation& motion, const Body& body, const std::vector<Pose>& poses) {
  for (std::size_t k = 0; k < poses.size(); ++k) {
    const Eigen::Matrix3Xf missed = motion.frame(motion.times()[k]) - posed(body, poses[k]);
    EXPECT_LT(missed.colwise().norm().maxCoeff(), 1e-6 * size_of(body)) << "pose " << k;
  }
}

void expect_natural_between(const Body& body, const std::vector<Pose>& poses) {
  const PoseInterpolation motion = straight_between(body, poses);
  expect_met(motion, body, poses);
  double energy = 0;
  for (const Pose& pose : poses)
    energy = std::max(energy, strain_of(body, posed(body, pose)).energy);
  for (double t = 0; t <= motion.times().back(); t += 1.0 / 16) {
    const Strain strain = strain_of(body, motion.frame(t));
    EXPECT_GT(strain.smallest_volume, 0.2) << t;
    EXPECT_LT(strain.energy, 1.1 * energy) << t;
  }
}

TEST(PinnedTurns, ABeamTwistedTwiceBetweenPinnedEndsInvertsNothing) {
  const Body body = held_at_both_ends(24);
  expect_natural_between(body, {at_rest, twisted(4 * pi / length_of(body))});
}

TEST(PinnedTurns, ABeamBentHalfRoundBetweenPinnedEndsInvertsNothing) {
  const Body body = held_at_both_ends(24);
  expect_natural_between(body, {at_rest, bent(pi / length_of(body))});
}

TEST(PinnedTurns, EitherEndMayTurnFromPoseToPose) {
  const Body body = held_at_both_ends(24);
  const double once = 2 * pi / length_of(body);
  expect_natural_between(body, {twisted(-once), twisted(0.7 * once), twisted(2 * once)});
  const Pose left = moved(twisted(-1.2 * once), {1.2 * 2 * pi, 0, 0}, {0, 0, 0});
  expect_natural_between(body, {at_rest, left});
}

double area_of(const Body& body, Eigen::Index triangle, const Points& x) {
  const Vec3 a = x.col(body.triangles(0, triangle));
  return (x.col(body.triangles(1, triangle)) - a)
      .cross(x.col(body.triangles(2, triangle)) - a)
      .norm();
}

// Edges of a sheet are pins in line, which do not tell by themselves how they have turned.
TEST(PinnedTurns, ASheetBentHalfRoundBetweenPinnedEdgesKeepsItsAreas) {
  Body body = make_sheet(12);
  body.pins.clear();
  for (int v = 0; v < body.vertex_count(); ++v)
    if (const double x = body.rest_positions(0, v); x < 1e-9 || x > length_of(body) - 1e-9)
      body.pins.push_back(v);
  const Pose roll = [rate = pi / length_of(body)](const Vec3& x) {
    const double angle = rate * x.x();
    return Vec3(std::sin(angle) / rate, x.y(), (1 - std::cos(angle)) / rate);
  };
  const PoseInterpolation motion = straight_between(body, {at_rest, roll});
  expect_met(motion, body, {at_rest, roll});
  for (double t = 0; t <= 1; t += 1.0 / 16) {
    const Points now = motion.frame(t).cast<double>();
    for (Eigen::Index e = 0; e < body.triangles.cols(); ++e)
      EXPECT_NEAR(area_of(body, e, now) / area_of(body, e, body.rest_positions), 1, 0.1) << t;
  }
}

TEST(PinnedTurns, PinsThatAllMoveWithTheBodyMoveItRigidly) {
  const Body body = held_at_both_ends(6);
  const Vec3 turn = 1.9 * Vec3(1, 2, -1).normalized();
  std::vector<KeyPose> keys = {
      {.time = 0, .positions = posed(body, at_rest)},
      {.time = 1, .positions = posed(body, moved(at_rest, turn, {1, 0, 2}))}};
  const Modes modes = compute_modes(body, {.count = 20}).modes;
  for (const int turns : {0, 1, 3}) {
    keys[1].more_turns = turns;
    PoseInterpolation motion(body, modes, keys);
    PoseSettings even = {.between = BetweenPoses::swing};  // half of the way in half of the time
    motion.set(even);
    for (const double t : {0.1, 0.3, 0.5, 0.8})
      EXPECT_LT(strain_of(body, motion.frame(t)).largest, 1e-5) << turns << " turns at " << t;
    const Vec3 expected = exp_rotation((0.5 + pi * turns / turn.norm()) * turn) *
                          (body.rest_positions.col(0) - body.rest_positions.col(5));
    const Eigen::Matrix3Xf half = motion.frame(0.5);
    EXPECT_LT(((half.col(0) - half.col(5)).cast<double>() - expected).norm(), 1e-5) << turns;
  }
}

TEST(PinnedTurns, PinsThatStayAreNotMovedByWhatTheOthersDo) {
  const Body body = held_at_both_ends(12);
  Eigen::Matrix3Xf pose = posed(body, bent(2 / length_of(body)));
  std::vector<int> still;
  for (const int pin : body.pins)
    if (body.rest_positions(0, pin) < 1e-9) still.push_back(pin);
  const Eigen::Matrix3Xf rest = posed(body, at_rest)(Eigen::all, still);
  pose(Eigen::all, still) = rest;
  PoseInterpolation motion(
      body, compute_modes(body, {.count = 20}).modes,
      {{.time = 0, .positions = posed(body, at_rest)}, {.time = 1, .positions = pose}});
  PoseSettings lively;
  lively.spectrum.damping = -0.95;
  motion.set(lively);
  for (double t = 0; t <= 1; t += 0.1) {
    const Eigen::Matrix3Xf moved = motion.frame(t)(Eigen::all, still) - rest;
    EXPECT_LT(moved.colwise().norm().maxCoeff(), 1e-6 * size_of(body)) << t;
  }
}

TEST(PinnedTurns, HeldEndsFollowTheTurnsOfTheBodyToo) {
  Body body = held_at_both_ends(24);
  const std::vector<int> pins = std::exchange(body.pins, {});
  std::vector<PoseHold> ends(2);
  for (const int pin : pins) ends[body.rest_positions(0, pin) > 1e-9].vertices.push_back(pin);
  const Pose twist = twisted(3 * pi / length_of(body));
  const PoseInterpolation motion(body, compute_modes(body, {.count = 20}).modes,
                                 {{.time = 0, .positions = posed(body, at_rest)},
                                  {.time = 1, .positions = posed(body, twist)}},
                                 ends);
  const Points halfway = motion.frame(0.5).cast<double>();
  const auto rotation_of = [&](const std::vector<int>& end) {
    const Points rest = body.rest_positions(Eigen::all, end);
    return match_rigidly(rest, halfway(Eigen::all, end)).rotation;
  };
  const Mat3 between_ends =
      rotation_of(ends[1].vertices) * rotation_of(ends[0].vertices).transpose();
  EXPECT_LT((between_ends - exp_rotation(Vec3(1.5 * pi, 0, 0))).norm(), 0.1);  // other ways: 2.8
}

}  // namespace
}  // namespace retake
