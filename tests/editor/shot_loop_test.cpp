#include "apps/server/engine/shot_loop.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "apps/server/engine/shot_sheet.h"
#include "editor/small_editor.h"

namespace retake::server {
namespace {

constexpr int side = 128, gap = 6;  // pixels

// Of the left side, or of the right one; without the labels at its foot.
Image side_of(const Image& picture, bool right) {
  Image part(side, side / 2 - 12);
  for (int y = 0; y < part.height; ++y) {
    for (int x = 0; x < side; ++x) {
      part.at(x, y) = picture.at(x + gap + (right ? side + gap : 0), y + gap);
    }
  }
  return part;
}

Motion lowered(const Motion& motion, float by) {
  Motion low{.fps = motion.fps};
  for (const FrameView& frame : motion.frames) {
    low.frames.push_back(Eigen::Matrix3Xf(frame.colwise() - Eigen::Vector3f(0, by, 0)));
  }
  return low;
}

Loop loop_of(const Motion& input, const Motion& result, const std::vector<FrameMark>& marks = {}) {
  return draw_loop(small_scene("bar"), input, result, {.width = side, .marks = marks},
                   Progress::silent());
}

TEST(ShotLoop, ShowsTheInputOnTheLeftAndTheResultOnTheRight) {
  const Motion input = make_motion(small_scene("bar")).motion, result = lowered(input, 0.3F);
  const Loop same = loop_of(input, input), other = loop_of(input, result);
  EXPECT_EQ(side_of(same.pictures[3], false), side_of(same.pictures[3], true));
  EXPECT_NE(side_of(other.pictures[3], false), side_of(other.pictures[3], true));
  const Loop swapped = loop_of(result, input);
  EXPECT_EQ(side_of(other.pictures[3], false), side_of(swapped.pictures[3], true));
}

TEST(ShotLoop, LastsAsLongAsTheMotionInPicturesOfOneSize) {
  Motion motion = make_motion(small_scene("bar")).motion;
  for (const double fps : {12.0, 24.0, 60.0}) {
    motion.fps = fps;
    const Loop loop = loop_of(motion, motion);
    const double seconds = static_cast<double>(loop.pictures.size()) / loop.fps;
    EXPECT_NEAR(seconds, motion.frame_count() / fps, 1 / loop.fps) << fps;
    EXPECT_LE(loop.fps, 13) << fps;
    for (const Image& picture : loop.pictures) {
      EXPECT_EQ(picture.width, loop.pictures[0].width);
      EXPECT_EQ(picture.height, loop.pictures[0].height);
    }
  }
}

TEST(ShotLoop, MarksHandlesOnTheSideOfTheResultAlone) {
  const Shot shot = small_scene("edited");
  const Motion motion = make_motion(shot).motion;
  const auto pink = [](const Image& image) {
    return std::count(image.pixels.begin(), image.pixels.end(), rgb(0xf57ab8));
  };
  const Loop loop = loop_of(motion, motion, marks_of(shot, {0, bar_frames - 1}));
  EXPECT_GT(pink(side_of(loop.pictures[0], true)), 0);
  EXPECT_EQ(pink(side_of(loop.pictures[0], false)), 0);
  EXPECT_EQ(pink(loop_of(motion, motion).pictures[0]), 0);
}

}  // namespace
}  // namespace retake::server
