#include "retake/shot/pose_source.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/mesh/mesh_file.h"
#include "retake/mesh/motion_file.h"
#include "retake/shot/evaluation.h"
#include "retake/shot/json_fields.h"
#include "retake/shot/layers/blend.h"
#include "retake/shot/shot.h"
#include "retake/shot/sources/poses.h"
#include "rotation_strain/motions.h"
#include "shot/example_shots.h"
#include "temporary_folder.h"

namespace retake {

using testing::AllOf;
using testing::HasSubstr;

namespace {

void take(Shot& shot, const PoseSource& source) {
  shot.source = PosesSource(std::make_shared<PoseSource>(source));
}

// A bar at rest, bent, and at rest again.
Shot bar_shot() {
  Shot shot;
  shot.name = "bar";
  shot.bodies.only() = make_bar();
  const Body& body = shot.body();
  PoseSource source;
  source.keys = {{0, "rest", posed(body, at_rest), {}, {}},
                 {6, "bent", posed(body, bent(1)), {}, {}},
                 {12, "", posed(body, at_rest), {}, {}}};
  source.frames = 15;
  source.modes = 10;
  take(shot, source);
  return shot;
}

// The message with which the shot is refused after a change to its JSON.
std::string refusal_after(const std::function<void(Json&)>& change) {
  const TemporaryFolder folder;
  write_shot(bar_shot(), folder / "bar.json");
  Json json = parse_json(bytes_of(folder / "bar.json"), "bar.json");
  change(json["source"]);
  folder.put("bar.json", json.dump());
  try {
    read_shot(folder / "bar.json");
  } catch (const Error& error) {
    return error.what();
  }
  return "not refused";
}

}  // namespace

TEST(PoseSource, TheMotionMeetsEveryPoseAndRestsBeforeAndAfter) {
  const Shot shot = bar_shot();
  ASSERT_EQ(frame_count(shot), 15);
  const Motion motion = make_motion(shot).motion;
  ASSERT_EQ(motion.frame_count(), 15);
  for (const PoseKey& key : poses_of(shot)->keys) {
    const Eigen::Matrix3Xf missed =
        motion.frames[static_cast<std::size_t>(key.frame)] - key.positions;
    EXPECT_LT(missed.colwise().norm().maxCoeff(), 1e-6 * size_of(shot.body()));
  }
  EXPECT_EQ(motion.frames[14], motion.frames[12]);
  EXPECT_GT((motion.frames[3] - motion.frames[0]).norm(), 0);
}

TEST(PoseSource, FilesKeepPosesAndSettingsToTheBit) {
  const TemporaryFolder folder, again;
  write_shot(posed_shot(), folder / "posed.json");
  const Shot read = read_shot(folder / "posed.json");
  const std::vector<PoseKey>& keys = poses_of(read)->keys;
  ASSERT_EQ(keys.size(), 3u);
  EXPECT_EQ(keys[1].positions, poses_of(posed_shot())->keys[1].positions);
  EXPECT_EQ(keys[1].name, "grown");
  EXPECT_EQ(keys[2].more_turns, 1);
  EXPECT_FALSE(keys[1].more_turns);
  write_shot(read, again / "posed.json");
  EXPECT_EQ(keys[1].velocities, poses_of(posed_shot())->keys[1].velocities);
  for (const char* name :
       {"posed.json", "posed.poses.pc2", "posed.velocities.pc2", "posed.about.pc2"})
    EXPECT_EQ(bytes_of(folder / name), bytes_of(again / name)) << name;
}

TEST(PoseSource, LayersWorkOnTheMotionBetweenPoses) {
  Shot shot = bar_shot();
  BlendLayer blend;
  blend.envelope = {.hold_first = 3, .hold_last = 3};
  blend.deltas = {{2, "", 3, {{0, 1}}, {0, 0.5, 0}}};
  shot.layers = {{.id = 1, .name = "push", .content = blend}};
  Evaluation evaluation(shot);
  evaluation.set_layers(shot.layers);
  const Eigen::Matrix3Xf source = evaluation.source().frames[3];
  EXPECT_NEAR((evaluation.frame(3) - source)(1, 0), 0.5, 1e-6);
}

TEST(PoseSource, APoseIsAMeshAFrameOfACacheOrTheRestShape) {
  const TemporaryFolder folder;
  Shot shot = bar_shot();
  write_shot(shot, folder / "bar.json");
  const Body& body = shot.body();
  const Eigen::Matrix3Xf other = posed(body, twisted(1));
  write_mesh(folder / "twist.veg", TetMesh{other.cast<double>(), body.tets});
  write_motion(folder / "some.pc2", {.frames = {other, poses_of(shot)->keys[1].positions}});
  Json json = parse_json(bytes_of(folder / "bar.json"), "bar.json");
  json["source"]["poses"] = {{{"frame", 0}},
                             {{"frame", 5}, {"mesh", "twist.veg"}},
                             {{"frame", 9}, {"cache", "some.pc2"}, {"cache_frame", 1}}};
  json["source"]["preset"] = "jelly";
  folder.put("bar.json", json.dump());
  const std::vector<PoseKey> keys = poses_of(read_shot(folder / "bar.json"))->keys;
  EXPECT_EQ(keys[0].positions, poses_of(shot)->keys[0].positions);
  EXPECT_LT((keys[1].positions - other).norm(), 1e-6);
  EXPECT_EQ(keys[2].positions, poses_of(shot)->keys[1].positions);
}

TEST(PoseSource, WrongPosesAreRefusedWithFileAndPose) {
  const auto poses = [](Json& source) -> Json& { return source["poses"]; };
  EXPECT_THAT(refusal_after([&](Json& s) { poses(s)[1]["frame"] = 0; }),
              AllOf(HasSubstr("two poses at one frame"), HasSubstr("bar.json")));
  EXPECT_THAT(refusal_after([&](Json& s) { poses(s)[1]["frame"] = 40; }), HasSubstr("0 to 14"));
  EXPECT_THAT(refusal_after([&](Json& s) { poses(s).erase(1); }),
              AllOf(HasSubstr("whole turn"), HasSubstr("more_turns"), HasSubstr("pose 1")));
  EXPECT_THAT(refusal_after([&](Json& s) { poses(s) = Json::array({poses(s)[1]}); }),
              HasSubstr("two poses at least"));
  EXPECT_THAT(refusal_after([&](Json& s) { poses(s)[1]["cache_frame"] = 3; }),
              HasSubstr("no such frame in 'bar.poses.pc2'"));
  EXPECT_THAT(refusal_after([&](Json& s) { poses(s)[1].erase("cache_frame"); }),
              AllOf(HasSubstr("3 frames"), HasSubstr("cache_frame")));
  EXPECT_THAT(refusal_after([&](Json& s) { poses(s)[1].erase("frame"); }), HasSubstr("frame"));
  EXPECT_THAT(refusal_after([](Json& s) { s["spectrum"]["damping"] = 3; }),
              AllOf(HasSubstr("damping"), HasSubstr("-1 to 1")));
  EXPECT_THAT(refusal_after([](Json& s) { s["preset"] = "jely"; }), HasSubstr("'jelly'"));
  EXPECT_THAT(refusal_after([](Json& s) { s["modes"] = 0; }), HasSubstr("modes"));
}

TEST(PoseSource, AGivenMotionIsMadeToSwingAndKeepsItsPoses) {
  Shot shot = bar_shot();
  PoseSource source = *poses_of(shot);
  Motion motion;
  for (int t = 0; t < source.frames; ++t)
    motion.frames.push_back(posed(shot.body(), bent(1e-3 + t / 6.0)));
  for (PoseKey& key : source.keys)
    key.positions = motion.frames[static_cast<std::size_t>(key.frame)];
  const QuasiStatic about = {std::make_shared<const Motion>(motion), 0};
  source.about = about;
  take(shot, source);
  const double size = size_of(shot.body());
  const auto apart = [&](const Motion& made, std::size_t t) {
    return (made.frames[t] - about.motion->frames[t]).colwise().norm().maxCoeff();
  };
  EXPECT_LT(apart(make_motion(shot).motion, 3), 1e-6 * size);
  source.about->share = 1;
  take(shot, source);
  const Motion lively = make_motion(shot).motion;
  EXPECT_LT(apart(lively, 6), 1e-6 * size);
  EXPECT_GT(apart(lively, 3), 1e-4 * size);
}

TEST(PoseSource, AMeshOfOtherFacesIsNoPose) {
  const TemporaryFolder folder;
  Shot shot = bar_shot();
  write_shot(shot, folder / "bar.json");
  Eigen::Matrix4Xi tets = shot.body().tets;
  tets.col(0).swap(tets.col(1));
  write_mesh(folder / "other.veg", TetMesh{shot.body().rest_positions, tets});
  Json json = parse_json(bytes_of(folder / "bar.json"), "bar.json");
  json["source"]["poses"][1] = {{"frame", 6}, {"mesh", "other.veg"}};
  folder.put("bar.json", json.dump());
  EXPECT_THROW(
      {
        try {
          read_shot(folder / "bar.json");
        } catch (const InputError& error) {
          EXPECT_THAT(error.what(), HasSubstr("other faces"));
          throw;
        }
      },
      InputError);
}

}  // namespace retake
