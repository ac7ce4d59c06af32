#include "retake/mesh/motion_file.h"

#include <gtest/gtest.h>

#include "data_folder.h"
#include "retake/numerics/errors.h"
#include "temporary_folder.h"

namespace retake {
namespace {

Motion random_motion(int points, int frames) {
  std::srand(3);
  Motion motion = {25, 5, {}};
  for (int f = 0; f < frames; ++f) motion.frames.push_back(Eigen::Matrix3Xf::Random(3, points));
  return motion;
}

class MotionFiles : public testing::TestWithParam<const char*> {};

TEST_P(MotionFiles, ComeBackBitForBit) {
  const TemporaryFolder folder;
  const Motion motion = random_motion(17, 9);
  write_motion(folder / GetParam(), motion);
  const Motion back = read_motion(folder / GetParam(), {.fps = 25});
  EXPECT_EQ(back.frames, motion.frames);
  EXPECT_NEAR(back.fps, 25, 1e-4);
  EXPECT_NEAR(back.start_frame, 5, 1e-4);
}

TEST_P(MotionFiles, GiveSingleFramesInAnyOrder) {
  const TemporaryFolder folder;
  const Motion motion = random_motion(11, 6);
  write_motion(folder / GetParam(), motion);
  const MotionReader reader(folder / GetParam());
  EXPECT_EQ(reader.frame(4), motion.frames[4]);
  EXPECT_EQ(reader.frame(0), motion.frames[0]);
  EXPECT_THROW(reader.frame(6), Error);
}

TEST(Mdd, StartFramesKeepTheirNumberInAnObjSequence) {
  for (const int start : {1, 5, 101, 1001}) {
    const TemporaryFolder folder;
    Motion motion = random_motion(3, 4);
    motion.fps = 23.976;
    motion.start_frame = start;
    write_motion(folder / "a.mdd", motion);
    write_motion(folder / "f_####.obj", read_motion(folder / "a.mdd"));
    EXPECT_EQ(MotionReader(folder / "f_####.obj").info().start_frame, start);
  }
}

TEST(MotionFiles, SayWhetherTheyStoreTheirFrameRate) {
  const TemporaryFolder folder;
  for (const auto& [name, known] : {std::pair{"a.pc2", false}, {"a.mdd", true}, {"o", false}}) {
    write_motion(folder / name, random_motion(3, 4));
    EXPECT_EQ(MotionReader(folder / name).info().fps_is_known, known) << name;
  }
}

TEST(ObjSequence, AShorterOneReplacesALongerOneWhole) {
  for (const char* name : {"f", "f/a##.obj", "f/take2_#.obj", "f/take2#.obj", "f/b%d.obj"}) {
    const TemporaryFolder folder;
    write_motion(folder / name, random_motion(5, 120));
    const Motion shorter = random_motion(5, 3);
    write_motion(folder / name, shorter);
    EXPECT_EQ(read_motion(folder / name).frames, shorter.frames) << name;
  }
}

TEST(ObjSequence, LeavesOtherFilesOfTheFolderAlone) {
  const TemporaryFolder folder;
  const std::vector<const char*> others = {"take20001.obj", "takes0001.obj", "take0001.mtl",
                                           "take_0001.obj", "take001.obj"};
  for (const char* other : others) folder.put(other, "mine");
  write_motion(folder / "take####.obj", random_motion(2, 3));
  for (const char* other : others) EXPECT_EQ(bytes_of(folder / other), "mine") << other;
}

TEST(ObjSequence, AFailureLeavesTheOldOneAsItWas) {
  const TemporaryFolder folder;
  const Motion old = random_motion(4, 6);
  write_motion(folder / "f_##.obj", old);
  Motion torn = random_motion(4, 3);
  torn.frames.push_back(Eigen::Matrix3Xf::Ones(3, 5));
  EXPECT_THROW(write_motion(folder / "f_##.obj", torn), InputError);
  EXPECT_EQ(read_motion(folder / "f_##.obj").frames, old.frames);

  // A frame that cannot take its place, after others have taken theirs.
  std::filesystem::create_directory(folder / "f_11.obj");
  EXPECT_THROW(write_motion(folder / "f_##.obj", random_motion(4, 9)), FileError);
  std::filesystem::remove(folder / "f_11.obj");
  EXPECT_EQ(read_motion(folder / "f_##.obj").frames, old.frames);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 6);
}

TEST(ObjSequence, AFailureLeavesNoFolderBehind) {
  const TemporaryFolder folder;
  { MotionWriter(folder / "new", 3).append(Eigen::Matrix3Xf::Ones(3, 3)); }
  EXPECT_FALSE(std::filesystem::exists(folder / "new"));
}

INSTANTIATE_TEST_SUITE_P(Formats, MotionFiles,
                         testing::Values("a.pc2", "a.mdd", "frames", "frame_##.obj", "f%03d.obj"),
                         [](const auto& format) {
                           return "format" + std::to_string(format.index);
                         });

}  // namespace
}  // namespace retake
