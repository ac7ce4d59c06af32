#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/mesh/mesh_file.h"
#include "retake/mesh/motion_file.h"
#include "retake/numerics/errors.h"
#include "sample_meshes.h"
#include "temporary_folder.h"

// Motions written as scenes that carry their mesh: .glb and .usda.
namespace retake {
namespace {

// The first vertex draws a parabola, the others stand still or all of them turn.
Motion waving(bool all_move) {
  const Eigen::Matrix3Xf rest = sample_triangles().positions.cast<float>();
  Motion motion = {30, 7, {}};
  for (int i = 0; i < 5; ++i) {
    const auto t = static_cast<float>(i);
    Eigen::Matrix3Xf frame = rest;
    if (all_move) frame.colwise() += Eigen::Vector3f(0.1f * t, 0.3f, -0.7f * t);
    frame.col(0).y() += 0.1f * t * t;
    motion.frames.push_back(frame);
  }
  return motion;
}

void expect_same(const Motion& a, const Motion& b) {
  ASSERT_EQ(a.frame_count(), b.frame_count());
  for (std::size_t i = 0; i < a.frames.size(); ++i) {
    EXPECT_LT((a.frames[i] - b.frames[i]).cwiseAbs().maxCoeff(), 1e-6f) << "frame " << i;
  }
}

TEST(Glb, GivesBackEveryFrameAndTheMeshInItsOrder) {
  const TemporaryFolder folder;
  for (const bool all_move : {false, true}) {
    const auto path = folder / "waving.glb";
    const Motion motion = waving(all_move);
    write_motion(path, motion, sample_triangles().triangles);
    expect_same(read_motion(path, {.fps = 30}), motion);
    EXPECT_EQ(read_mesh(path).triangles->triangles, sample_triangles().triangles);
  }
}

TEST(Glb, BetweenTwoFramesVerticesGoStraight) {
  const TemporaryFolder folder;
  const auto path = folder / "waving.glb";
  const Motion motion = waving(true);
  write_motion(path, motion, sample_triangles().triangles);
  const Motion finer = read_motion(path, {.fps = 60});
  ASSERT_EQ(finer.frame_count(), 9);
  const Eigen::Matrix3Xf middle = (motion.frames[2] + motion.frames[3]) / 2;
  EXPECT_LT((finer.frames[5] - middle).cwiseAbs().maxCoeff(), 1e-6f);
}

TEST(Glb, FramesThatMoveFewVerticesAreSmall) {
  const TemporaryFolder folder;
  write_motion(folder / "few.glb", waving(false), sample_triangles().triangles);
  write_motion(folder / "all.glb", waving(true), sample_triangles().triangles);
  EXPECT_THAT(bytes_of(folder / "few.glb"), testing::HasSubstr("sparse"));
  EXPECT_THAT(bytes_of(folder / "all.glb"), testing::Not(testing::HasSubstr("sparse")));
}

TEST(Glb, OneFrameIsAMeshWithoutAnimation) {
  const TemporaryFolder folder;
  const Motion still = {24, 0, {sample_triangles().positions.cast<float>()}};
  write_motion(folder / "still.glb", still, sample_triangles().triangles);
  EXPECT_EQ(read_mesh(folder / "still.glb").counts.vertices, sample_triangles().vertex_count());
}

TEST(Usda, HasASampleOfThePointsAtEveryFrameNumber) {
  const TemporaryFolder folder;
  const Motion motion = waving(false);
  write_motion(folder / "waving.usda", motion, sample_triangles().triangles);
  const std::string text = bytes_of(folder / "waving.usda");
  EXPECT_THAT(text, testing::StartsWith("#usda 1.0\n"));
  EXPECT_THAT(text, testing::HasSubstr("startTimeCode = 7"));
  EXPECT_THAT(text, testing::HasSubstr("endTimeCode = 11"));
  EXPECT_THAT(text, testing::HasSubstr("timeCodesPerSecond = 30"));
  const std::string samples = text.substr(text.find("points.timeSamples"));
  const std::regex first_point(R"(\n        (\d+): \[\(([^,]+), ([^,]+), ([^)]+)\))");
  int frame = 0;
  for (std::sregex_iterator at(samples.begin(), samples.end(), first_point), end;
       at != end && frame < motion.frame_count(); ++at, ++frame) {
    EXPECT_EQ(std::stoi((*at)[1]), 7 + frame);
    EXPECT_EQ(std::stof((*at)[3]), motion.frames[static_cast<std::size_t>(frame)](1, 0));
  }
  EXPECT_EQ(frame, 5);
}

TEST(MotionScenes, NeedFaces) {
  const TemporaryFolder folder;
  EXPECT_THROW(write_motion(folder / "a.glb", waving(true)), InputError);
  EXPECT_THROW(write_motion(folder / "a.usda", waving(true)), InputError);
  EXPECT_THROW(write_motion(folder / "a.md2", waving(true), sample_triangles().triangles),
               InputError);
  EXPECT_TRUE(std::filesystem::is_empty(folder / ""));
}

}  // namespace
}  // namespace retake
