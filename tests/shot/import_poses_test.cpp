#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/interpolation/pose_presets.h"
#include "retake/mesh/mesh_file.h"
#include "retake/shot/mode_shelf.h"
#include "retake/shot/pose_source.h"
#include "retake/shot/sources/cache.h"
#include "retake/shot/sources/poses.h"
#include "shot/import_samples.h"

namespace retake {

using testing::AllOf;
using testing::HasSubstr;

namespace {

// Three poses of a sheet, in files of their own; the rest shape comes last by name.
class PoseFolder : public TemporaryFolder {
 public:
  PoseFolder() : rest(sheet(5)), motion(swaying(rest.positions, 6)) {
    put_pose("a.obj", motion.frames[1]);
    put_pose("b.obj", motion.frames[5]);
    write_mesh(*this / "rest.obj", rest);
  }
  void put_pose(const std::string& name, const Eigen::Matrix3Xf& pose) const {
    write_mesh(*this / name, TriangleMesh{pose.cast<double>(), rest.triangles});
  }
  ImportRequest request() const {
    return {.files = {*this / "a.obj", *this / "b.obj", *this / "rest.obj"}, .poses = PoseImport{}};
  }

  TriangleMesh rest;
  Motion motion;
};

}  // namespace

TEST(ImportPoses, APoseSetBecomesKeysASecondApart) {
  const PoseFolder folder;
  const Imported imported = import_shot(folder.request());
  const Shot& shot = imported.shot;
  EXPECT_NE(shot.source.find<PosesSource>(), nullptr);
  EXPECT_EQ(shot.source.find<CachedSource>(), nullptr);
  ASSERT_EQ(poses_of(shot)->keys.size(), 3u);
  EXPECT_EQ(poses_of(shot)->keys[0].name, "rest.obj");
  EXPECT_EQ(poses_of(shot)->keys[1].frame, 24);
  EXPECT_EQ(frame_count(shot), 49);
  EXPECT_LT((poses_of(shot)->keys[2].positions - folder.motion.frames[5]).norm(), 1e-5);
  EXPECT_THAT(imported.report.assumptions,
              testing::Contains(AllOf(HasSubstr("a.obj at 24"), HasSubstr("--pose-frames"))));
  EXPECT_THAT(imported.report.assumptions, testing::Not(testing::Contains(HasSubstr("held"))));
}

TEST(ImportPoses, FramesAndFeelCanBeSaid) {
  const PoseFolder folder;
  ImportRequest request = folder.request();
  request.poses = PoseImport{.frames = {0, 10, 40}, .preset = "jelly", .wobble = {}};
  const PoseSource source = *poses_of(import_shot(request).shot);
  EXPECT_EQ(source.keys[2].frame, 40);
  EXPECT_EQ(source.settings.settles_at, SettlesAt::poses);
  EXPECT_EQ(source.settings.spectrum.damping.at(0), pose_preset("jelly").spectrum.damping.at(0));
}

TEST(ImportPoses, BodiesOfAllSizesFeelAlikeUnlessTheirMaterialIsSaid) {
  const PoseFolder folder;
  ImportRequest request = folder.request();
  request.poses->preset = "soft";
  const Shot shot = import_shot(request).shot;
  const auto modes = find_modes(shot.body(), {.region = {}, .count = 1}, Progress::silent());
  const double softest =
      std::sqrt(modes->eigenvalues[0] * poses_of(shot)->settings.spectrum.stiffness);
  EXPECT_NEAR(softest / (2 * std::numbers::pi), preset_frequency, 1e-6 * preset_frequency);
  request.material = Material{};
  EXPECT_EQ(poses_of(import_shot(request).shot)->settings.spectrum.stiffness, 1);
}

TEST(ImportPoses, FramesOfACacheCanBeThePoses) {
  const SheetFolder folder;
  ImportRequest request = folder.request();
  request.poses = PoseImport{.frames = {2, 7, 11}, .preset = "", .wobble = {}};
  const PoseSource source = *poses_of(import_shot(request).shot);
  EXPECT_EQ(source.keys[1].frame, 5);
  EXPECT_EQ(source.keys[1].positions, folder.motion.frames[7]);
}

TEST(ImportPoses, ACacheThatWobblesIsHeldToItsSecondsAndItsEnd) {
  const SheetFolder folder(60);
  ImportRequest request = folder.request();
  request.poses = PoseImport{.frames = {}, .preset = "", .wobble = 0.5};
  const PoseSource source = *poses_of(import_shot(request).shot);
  ASSERT_EQ(source.keys.size(), 3u);
  EXPECT_EQ(source.keys[1].frame, 24);
  EXPECT_EQ(source.keys[2].frame, 59);
  EXPECT_EQ(source.about->motion->frame_count(), 60);
}

TEST(ImportPoses, TheWrittenShotOpensAgain) {
  const PoseFolder folder;
  const ImportedFile written = import_to_file(folder.request(), folder / "shot.json");
  EXPECT_EQ(written.frame_count, 49);
  EXPECT_EQ(frame_count(read_shot(folder / "shot.json")), 49);
}

TEST(ImportPoses, WhatFitsNoMotionIsRefused) {
  const PoseFolder folder;
  ImportRequest request = folder.request();
  request.poses->frames = {0, 10};
  EXPECT_THAT(refusal_of(request), AllOf(HasSubstr("--pose-frames"), HasSubstr("3 frames")));
  request.poses->frames = {0, 10, 10};
  EXPECT_THAT(refusal_of(request), HasSubstr("two poses at one frame"));
  request = folder.request();
  request.files.pop_back();
  request.files[1] = request.files[0];
  EXPECT_THAT(refusal_of(request), HasSubstr("more_turns"));
  request.files.pop_back();
  EXPECT_THAT(refusal_of(request), HasSubstr("two poses at least"));
}

TEST(ImportPoses, ACacheNeedsToBeToldItsPoses) {
  const SheetFolder folder;
  ImportRequest request = folder.request();
  request.poses = PoseImport{};
  EXPECT_THAT(refusal_of(request), HasSubstr("which frames of the motion are poses"));
}

}  // namespace retake
