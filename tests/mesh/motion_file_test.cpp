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

INSTANTIATE_TEST_SUITE_P(Formats, MotionFiles,
                         testing::Values("a.pc2", "a.mdd", "frames", "frame_##.obj", "f%03d.obj"),
                         [](const auto& format) {
                           return "format" + std::to_string(format.index);
                         });

}  // namespace
}  // namespace retake
