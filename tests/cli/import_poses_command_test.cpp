// `retake import` of key poses, as a user runs it.
#include "cli/command_test.h"
#include "retake/mesh/mesh_file.h"
#include "retake/mesh/motion_file.h"
#include "shot/import_samples.h"

namespace retake {

namespace {

// Three poses of a sheet beside its cache.
class PosesFolder : public SheetFolder {
 public:
  PosesFolder() {
    for (const int k : {1, 5})
      write_mesh(pose(k), TriangleMesh{motion.frames[static_cast<std::size_t>(k)].cast<double>(),
                                       sheet(5).triangles});
    write_mesh(*this / "pose-rest.obj", sheet(5));
  }

  fs::path pose(int k) const { return *this / ("pose-" + std::to_string(k) + ".obj"); }
  std::string shot() const { return (*this / "shot.json").string(); }

  ProgramResult import_poses(const std::vector<std::string>& more) const {
    std::vector<std::string> words = {"import",
                                      (*this / "pose-rest.obj").string(),
                                      pose(1).string(),
                                      pose(5).string(),
                                      "-o",
                                      shot(),
                                      "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    return run_retake(words);
  }
  ProgramResult import_cache(const std::vector<std::string>& more) const {
    std::vector<std::string> words = {
        "import", (*this / "sheet.obj").string(), (*this / "sheet.pc2").string(), "-o", shot(),
        "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    return run_retake(words);
  }
  Json source() const { return Json::parse(bytes_of(*this / "shot.json"))["source"]; }

  Motion solved() const {
    const std::string file = (*this / "solved.pc2").string();
    const ProgramResult result = run_retake({"solve", shot(), "-o", file, "--quiet"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    return read_motion(file);
  }
};

float farthest(const Eigen::Matrix3Xf& a, const Eigen::Matrix3Xf& b) {
  return (a - b).colwise().norm().maxCoeff();
}

}  // namespace

TEST(ImportPosesCommand, PosesBecomeAMotionThatMeetsThem) {
  const PosesFolder folder;
  const ProgramResult result = folder.import_poses({"--poses"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("without any swing"));
  const Motion motion = folder.solved();
  ASSERT_EQ(motion.frame_count(), 49);
  EXPECT_LT(farthest(motion.frames[24], folder.motion.frames[1]), 1e-5);
  EXPECT_LT(farthest(motion.frames[48], folder.motion.frames[5]), 1e-5);
}

TEST(ImportPosesCommand, PoseFramesSayWhereThePosesStand) {
  const PosesFolder folder;
  const ProgramResult result = folder.import_poses({"--pose-frames", "0,7,20"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const Motion motion = folder.solved();
  ASSERT_EQ(motion.frame_count(), 21);
  EXPECT_LT(farthest(motion.frames[7], folder.motion.frames[1]), 1e-5);
}

TEST(ImportPosesCommand, AFeelSwingsPastThePosesAndSettlesThere) {
  const PosesFolder folder;
  const ProgramResult result = folder.import_poses({"--feel", "jelly"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("times as stiff as its material"));
  EXPECT_EQ(folder.source()["settles_at"], "poses");
  const Motion motion = folder.solved();
  const Eigen::Index tip = motion.frames[0].cols() - 1;
  float farthest_out = 0;
  for (const FrameView& frame : motion.frames) farthest_out = std::max(farthest_out, frame(2, tip));
  const float out = folder.motion.frames[1](2, tip);  // the second pose is the farthest out
  EXPECT_GT(farthest_out, 1.1f * out);
  EXPECT_LT(farthest_out, 2 * out);
  EXPECT_LT(farthest(motion.frames[48], folder.motion.frames[5]), 1e-5);
}

TEST(ImportPosesCommand, FramesOfACacheCanBeThePoses) {
  const PosesFolder folder;
  const ProgramResult result = folder.import_cache({"--pose-frames", "2,7,11"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const Motion motion = folder.solved();
  ASSERT_EQ(motion.frame_count(), 10);
  EXPECT_LT(farthest(motion.frames[5], folder.motion.frames[7]), 1e-5);
}

TEST(ImportPosesCommand, AWobbleOfNothingIsTheCache) {
  const PosesFolder folder;
  const ProgramResult result = folder.import_cache({"--wobble", "0"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const Motion motion = folder.solved();
  ASSERT_EQ(motion.frame_count(), folder.motion.frame_count());
  for (std::size_t t = 0; t < motion.frames.size(); ++t)
    EXPECT_LT(farthest(motion.frames[t], folder.motion.frames[t]), 1e-5) << t;
}

TEST(ImportPosesCommand, RefusesWordsThatMakeNoSense) {
  const PosesFolder folder;
  EXPECT_THAT(folder.import_poses({"--pose-frames", "0,7"}).errors,
              AllOf(HasSubstr("--pose-frames"), HasSubstr("3 frames")));
  EXPECT_THAT(folder.import_poses({"--pose-frames", "0,7,7"}).errors,
              HasSubstr("two poses at one frame"));
  EXPECT_THAT(folder.import_poses({"--feel", "jely"}).errors, HasSubstr("Did you mean 'jelly'?"));
  EXPECT_THAT(folder.import_cache({"--poses"}).errors,
              HasSubstr("which frames of the motion are poses"));
  EXPECT_THAT(folder.import_cache({"--pose-frames", "0,99"}).errors,
              HasSubstr("no such frame in the motion"));
  EXPECT_EQ(folder.import_cache({"--wobble", "2"}).exit_code, 2);
  EXPECT_FALSE(fs::exists(folder / "shot.json"));
}

}  // namespace retake
