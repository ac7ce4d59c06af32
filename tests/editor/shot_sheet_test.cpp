#include "apps/server/engine/shot_sheet.h"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "editor/small_editor.h"

namespace retake::server {
namespace {

using testing::Contains;
using testing::ElementsAre;

std::vector<int> frames_of(const std::vector<FrameMark>& marks) {
  std::vector<int> frames;
  for (const FrameMark& mark : marks) frames.push_back(mark.frame);
  return frames;
}

TEST(ShotSheet, MarksTheFramesOfWishesThatCountAndOfKeyPoses) {
  Shot shot = small_scene("edited");
  EXPECT_THAT(frames_of(marks_of(shot, {0, bar_frames - 1})), ElementsAre(10, 16));
  EXPECT_THAT(frames_of(marks_of(shot, {8, 12})), ElementsAre(2));  // counted from frame 8
  shot.layers[0].content.get<WishLayer>().wishes[0].enabled = false;
  EXPECT_THAT(frames_of(marks_of(shot, {0, bar_frames - 1})), ElementsAre(16));
  shot.layers[0].muted = true;
  EXPECT_TRUE(marks_of(shot, {0, bar_frames - 1}).empty());
  EXPECT_THAT(frames_of(marks_of(small_scene("posed"), {0, 20})), ElementsAre(0, 10, 20));
}

TEST(ShotSheet, MarksOfOneBodyCountItsOwnVertices) {
  const Shot shot = small_scene("edited");
  const int count = shot.body().vertex_count();
  const ShotBody other{.body = shot.body(), .first_vertex = count};
  EXPECT_TRUE(marks_of(shot, {0, bar_frames - 1}, &other).empty());
  Shot shifted = shot;
  for (LayerWish& each : shifted.layers[0].content.get<WishLayer>().wishes) {
    for (WeightedVertex& vertex : each.wish.point) vertex.vertex += count;
  }
  const auto marks = marks_of(shifted, {0, bar_frames - 1}, &other);
  ASSERT_EQ(marks.size(), 2U);
  EXPECT_EQ(marks[0].points[0], shot.layers[0].content.get<WishLayer>().wishes[0].wish.point);
}

TEST(ShotSheet, ShowsEveryMarkedFrameAndAsManyTilesAsWereAskedFor) {
  EXPECT_THAT(sheet_frames(101, 5, {}), ElementsAre(0, 25, 50, 75, 100));
  EXPECT_THAT(sheet_frames(101, 5, {60}), ElementsAre(0, 25, 60, 75, 100));
  EXPECT_THAT(sheet_frames(101, 5, {1, 50}), ElementsAre(0, 1, 50, 75, 100));
  EXPECT_THAT(sheet_frames(101, 1, {40}), ElementsAre(0, 40));
  EXPECT_THAT(sheet_frames(3, 12, {1}), ElementsAre(0, 1, 2));
  EXPECT_THAT(sheet_frames(101, 4, {10, 11, 12, 13, 14}), ElementsAre(0, 10, 11, 12, 13, 14, 100));
}

TEST(ShotSheet, DoesNotGrowWithoutEndWhereEveryFrameIsMarked) {
  std::vector<int> all(2000);
  std::iota(all.begin(), all.end(), 0);
  const std::vector<int> frames = sheet_frames(2000, 12, all);
  EXPECT_LE(frames.size(), 72U);
  EXPECT_EQ(frames.front(), 0);
  EXPECT_EQ(frames.back(), 1999);
}

// However small the body, and however far away the shot's own camera.
TEST(ShotSheet, FramesTheBodyTightlyOverAllFramesThatAreShown) {
  for (const double scale : {1e-3, 1.0, 1e3}) {
    Shot shot = small_scene("bar");
    shot.view = {.eye = {30, 20, 40}, .target = {0, 0, 0}};
    const Eigen::Matrix3Xf rest = (scale * shot.body().rest_positions).cast<float>();
    Motion motion{.fps = 24};
    motion.frames.push_back(rest);
    motion.frames.push_back(rest.colwise() + Eigen::Vector3f(0, static_cast<float>(scale), 0));
    const SheetView view = view_of_all(shot, motion, {0, 1});
    Eigen::AlignedBox2d seen;
    for (const FrameView& frame : motion.frames) {
      for (Eigen::Index i = 0; i < frame.cols(); ++i) {
        const Vec3 point = frame.col(i).cast<double>();
        seen.extend(project(view.camera, point, 1000, 1000).pixel);
      }
    }
    const double width = 1000 * view.aspect;
    const Eigen::Vector2d filled(seen.sizes().x() / width, seen.sizes().y() / 1000);
    EXPECT_LE(filled.maxCoeff(), 0.77) << scale;  // all but a margin of 12 % on each side
    EXPECT_GE(filled.maxCoeff(), 0.70) << scale;
    EXPECT_GE(seen.min().y(), 110) << scale;
    EXPECT_LE(seen.max().y(), 890) << scale;
  }
}

TEST(ShotSheet, FramesMarkedTilesInTheColourOfHandles) {
  const Shot shot = small_scene("edited");
  const Motion motion = make_motion(shot).motion;
  const PictureRequest request{
      .tiles = 3, .width = 64, .marks = marks_of(shot, {0, bar_frames - 1})};
  const auto in_color = [&](const PictureRequest& wanted) {
    const Image sheet = draw_sheet(shot, motion, wanted, Progress::silent());
    return std::count(sheet.pixels.begin(), sheet.pixels.end(), rgb(0xf57ab8));
  };
  EXPECT_GT(in_color(request), 0);
  EXPECT_EQ(in_color({.tiles = 3, .width = 64}), 0);
}

}  // namespace
}  // namespace retake::server
