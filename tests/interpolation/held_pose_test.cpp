// Poses that are held, and spans with curves of their own, on bodies.
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/interpolation/pose_interpolation.h"
#include "retake/interpolation/pose_presets.h"
#include "retake/numerics/errors.h"
#include "rotation_strain/motions.h"

namespace retake {
namespace {

using testing::HasSubstr;

constexpr int held_modes = 20;

// Poses at 0 s, 1 s (held for a second), 3 s and 4 s (held for 0.8 s): the last is the first again.
std::vector<KeyPose> held_poses(const Body& body) {
  const auto posed = [&](const Pose& pose) -> Eigen::Matrix3Xf {
    return motion_of(body, {pose})->frames[0];
  };
  return {{.time = 0, .positions = posed(bent(0.3))},
          {.time = 1, .positions = posed(twisted(2)), .hold = 1},
          {.time = 3, .positions = posed(bent(-0.8))},
          {.time = 4, .positions = posed(bent(0.3)), .hold = 0.8}};
}

PoseInterpolation held_between(const Body& body, const std::vector<KeyPose>& poses) {
  return {body, compute_modes(body, {.count = held_modes}).modes, poses};
}

double farthest(const Eigen::Matrix3Xf& a, const Eigen::Matrix3Xf& b, const Body& body) {
  return (a - b).colwise().norm().maxCoeff() / size_of(body);
}

PoseSettings as_presets_want(PoseSettings settings, const PoseInterpolation& motion) {
  const double softest = 2 * std::numbers::pi * preset_frequency;
  settings.spectrum.stiffness = softest * softest / motion.eigenvalues()[0];
  return settings;
}

std::vector<PoseSettings> many_ways() {
  std::vector<PoseSettings> ways;
  for (const PosePreset& preset : pose_presets()) ways.push_back(preset.applied_to({}));
  PoseSettings rest = ways[2], swing = {.between = BetweenPoses::swing}, ballistic = ways[1];
  rest.settles_at = SettlesAt::rest;
  ballistic.centre = CentrePath::ballistic;
  PoseSettings loop = ways[2];
  loop.loop = true;
  ways.insert(ways.end(), {rest, swing, ballistic, loop});
  return ways;
}

TEST(HeldPose, IsMetWhenItComesAndWhenItGoesWhateverTheSettings) {
  for (const Body& body : {make_bar(), free_bar(), make_sheet(6)}) {
    const std::vector<KeyPose> poses = held_poses(body);
    PoseInterpolation motion = held_between(body, poses);
    for (const PoseSettings& settings : many_ways()) {
      motion.set(settings);
      for (const KeyPose& pose : poses)
        for (const double time : {pose.time, pose.time + pose.hold})
          EXPECT_LT(farthest(motion.frame(time), pose.positions, body), 1e-6) << time;
    }
  }
}

TEST(HeldPose, StandsStillDirectlyAndSwingsLively) {
  for (const Body& body : {make_bar(), free_bar()}) {
    const std::vector<KeyPose> poses = held_poses(body);
    PoseInterpolation motion = held_between(body, poses);
    const auto strays = [&](PoseSettings settings) {
      motion.set(as_presets_want(settings, motion));
      double most = 0;
      for (const KeyPose& pose : {poses[1], poses[3]})
        for (const double share : {0.1, 0.4, 0.5, 0.8}) {
          const Eigen::Matrix3Xf frame = motion.frame(pose.time + share * pose.hold);
          most = std::max(most, farthest(frame, pose.positions, body));
        }
      return most;
    };
    for (const CentrePath centre :
         {CentrePath::linear, CentrePath::spline, CentrePath::ballistic}) {
      for (const bool loop : {false, true})
        EXPECT_LT(strays(pose_preset("direct").applied_to({.loop = loop, .centre = centre})), 2e-6);
      EXPECT_LT(strays({.between = BetweenPoses::swing, .centre = centre}), 2e-6);
    }
    EXPECT_GT(strays(pose_preset("jelly").applied_to({})), 5e-3);
  }
}

TEST(HeldPose, APoseThatIsHeldIsTheSameAsTwoPosesThatStandStillForDirectMotion) {
  const Body body = make_bar();
  std::vector<KeyPose> poses = held_poses(body);
  PoseInterpolation held = held_between(body, poses);
  std::vector<KeyPose> twice = with_ends_of_holds(poses);
  ASSERT_EQ(twice.size(), 6u);
  EXPECT_EQ(twice[2].time, 2);
  for (KeyPose& pose : twice) {
    pose.hold = 0;
    if (pose.time != 0 && pose.time != 3) pose.velocities.setZero(3, body.vertex_count());
  }
  PoseInterpolation still = held_between(body, twice);
  for (PoseInterpolation* motion : {&held, &still})
    motion->set(pose_preset("direct").applied_to({}));
  for (const double time : {0.4, 0.9, 2.2, 2.7, 3.3})
    EXPECT_LT(farthest(held.frame(time), still.frame(time), body), 1e-5) << time;
}

TEST(HeldPose, BlendsAreOfThePosesThatWereGiven) {
  const Body body = make_bar();
  const std::vector<KeyPose> poses = held_poses(body);
  const PoseInterpolation motion = held_between(body, poses);
  for (std::size_t k = 0; k < poses.size(); ++k)
    EXPECT_LT(farthest(motion.blended(k, 0, 0), poses[k].positions, body), 1e-5) << k;
}

SpanCurves curves_of(const std::string& preset) {
  const SpectrumControls& spectrum = pose_preset(preset).spectrum;
  return {spectrum.frequency, spectrum.damping};
}

TEST(SpanCurves, OnEverySpanAreTheSameAsForAll) {
  const Body body = make_bar();
  std::vector<KeyPose> poses = held_poses(body);
  PoseInterpolation motion = held_between(body, poses);
  motion.set(pose_preset("jelly").applied_to({}));
  const Eigen::Matrix3Xf all = motion.frame(1.2), late = motion.frame(2.6);
  for (KeyPose& pose : poses) pose.span = curves_of("jelly");
  motion.set(poses, pose_preset("direct").applied_to({}));
  EXPECT_EQ(motion.frame(1.2), all);
  EXPECT_EQ(motion.frame(2.6), late);
}

TEST(SpanCurves, ChangeTheirSpanAndTheHoldAfterItAndHardlyWhatIsFarAndMeetEveryPose) {
  const Body body = make_bar();
  std::vector<KeyPose> poses = held_poses(body);
  PoseInterpolation motion = held_between(body, poses);
  const PoseSettings direct = as_presets_want(pose_preset("direct").applied_to({}), motion);
  motion.set(direct);
  const auto frames = [&] {
    std::vector<Eigen::Matrix3Xf> all;
    for (const double time : {0.5, 1.3, 3.5, 4.4}) all.push_back(motion.frame(time));
    return all;
  };
  const auto before = frames();
  poses[0].span = curves_of("jelly");
  motion.set(poses, direct);
  const auto after = frames();
  const auto changed = [&](std::size_t k) { return farthest(before[k], after[k], body); };
  EXPECT_GT(changed(0), 0.05);
  EXPECT_GT(changed(1), 5e-3);
  EXPECT_LT(changed(2), 0.1 * changed(0));
  EXPECT_LT(changed(3), 1e-6);
  for (const KeyPose& pose : poses)
    EXPECT_LT(farthest(motion.frame(pose.time), pose.positions, body), 1e-6);
}

TEST(SpanCurves, AreRefusedForAFreeSwingByName) {
  const Body body = make_bar();
  std::vector<KeyPose> poses = held_poses(body);
  poses[2].span = curves_of("soft");
  poses[2].name = "look";
  PoseInterpolation motion = held_between(body, poses);
  try {
    motion.set({.between = BetweenPoses::swing});
    ADD_FAILURE() << "not refused";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("look"));
  }
}

}  // namespace
}  // namespace retake
