#include "retake/mesh/morph_fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "retake/mesh/mesh_file.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"
#include "temporary_folder.h"

namespace retake {
namespace {

constexpr int points = 60, frames = 40;

// Every frame a sum of `rank` fixed shapes about a first one, with weights of their own.
Motion motion_of_rank(int rank) {
  std::srand(11);
  const Eigen::MatrixXf shapes = Eigen::MatrixXf::Random(3 * points, rank);
  const Eigen::MatrixXf weights = Eigen::MatrixXf::Random(rank, frames);
  const Eigen::VectorXf rest = Eigen::VectorXf::Random(3 * points);
  Motion motion = {24, 0, {}};
  for (int t = 0; t < frames; ++t) {
    const Eigen::VectorXf x = rest + shapes * weights.col(t);
    motion.frames.push_back(x.reshaped(3, points));
  }
  return motion;
}

// A string of points that sways in ever more, ever weaker waves: of full rank.
Motion swaying() {
  Motion motion = {30, 0, {}};
  for (int t = 0; t < frames; ++t) {
    Eigen::Matrix3Xf frame(3, points);
    for (int v = 0; v < points; ++v) {
      const double s = static_cast<double>(v) / points;
      double sway = 0;
      for (int k = 1; k < 30; ++k) sway += std::sin(k * (3 * s + 0.21 * t * k)) / (k * k);
      frame.col(v) = Vec3(s, sway, 0.1 * s * sway).cast<float>();
    }
    motion.frames.push_back(frame);
  }
  return motion;
}

Eigen::Matrix3Xi fan() {
  Eigen::Matrix3Xi triangles(3, points - 2);
  for (int v = 0; v + 2 < points; ++v) triangles.col(v) << 0, v + 1, v + 2;
  return triangles;
}

MotionWriteReport write_glb(const std::filesystem::path& path, const Motion& motion,
                            const MorphOptions& morphs) {
  MotionWriter writer(path, points,
                      {.fps = motion.fps,
                       .frame_count = motion.frame_count(),
                       .triangles = fan(),
                       .morphs = morphs});
  for (const auto& frame : motion.frames) writer.append(frame);
  return writer.finish();
}

double largest_difference(const Motion& a, const Motion& b) {
  double largest = 0;
  for (std::size_t t = 0; t < a.frames.size(); ++t) {
    largest = std::max<double>(largest, (a.frames[t] - b.frames[t]).colwise().norm().maxCoeff());
  }
  return largest;
}

nlohmann::json extras_of(const std::filesystem::path& glb) {
  const std::string bytes = bytes_of(glb);
  const std::string text = bytes.substr(20, bytes.find("BIN", 20) - 24);
  return nlohmann::json::parse(text)["meshes"][0]["extras"];
}

TEST(FewMorphTargets, AMotionOfRankKIsMetByKTargetsToRounding) {
  const TemporaryFolder folder;
  for (const int rank : {1, 3, 7}) {
    const Motion motion = motion_of_rank(rank);
    const auto path = folder / ("rank" + std::to_string(rank) + ".glb");
    const MotionWriteReport report = write_glb(path, motion, {.error = 1e-5});
    EXPECT_EQ(report.morph_targets, rank);
    EXPECT_LT(report.largest_error_of_size, 1e-6);
    EXPECT_LT(largest_difference(read_motion(path, {.fps = motion.fps}), motion), 1e-5);
    EXPECT_EQ(read_mesh(path).triangles->triangles, fan());
  }
}

TEST(FewMorphTargets, TheStatedErrorHoldsAtEveryFrameAndIsWrittenIntoTheFile) {
  const TemporaryFolder folder;
  const Motion motion = swaying();
  const FrameView first = motion.frames.front();
  const double size = (first.rowwise().maxCoeff() - first.rowwise().minCoeff()).norm();
  Eigen::Index before = 0;
  for (const double error : {1e-1, 1e-2, 1e-3}) {
    const auto path = folder / ("sway" + std::to_string(error) + ".glb");
    const MotionWriteReport report = write_glb(path, motion, {.error = error});
    EXPECT_GT(report.morph_targets, before);
    EXPECT_LT(report.morph_targets, frames);
    EXPECT_LE(report.largest_error, error * size);
    const double found = largest_difference(read_motion(path, {.fps = motion.fps}), motion);
    EXPECT_NEAR(found, report.largest_error, 1e-6 * size);
    EXPECT_EQ(extras_of(path)["largest_error"], report.largest_error);
    EXPECT_EQ(extras_of(path)["morph_targets"], report.morph_targets);
    before = report.morph_targets;
  }
}

TEST(FewMorphTargets, OneTargetLessWouldMissTheStatedError) {
  const TemporaryFolder folder;
  const MotionWriteReport enough = write_glb(folder / "a.glb", swaying(), {.error = 1e-2});
  const MotionWriteReport fewer =
      write_glb(folder / "b.glb", swaying(), {.count = static_cast<int>(enough.morph_targets) - 1});
  EXPECT_GT(fewer.largest_error_of_size, 1e-2);
}

TEST(FewMorphTargets, AMotionThatStandsStillNeedsNone) {
  const TemporaryFolder folder;
  const Motion still = {24, 0, FrameList(5, swaying().frames[3])};
  EXPECT_EQ(write_glb(folder / "still.glb", still, {}).morph_targets, 0);
  EXPECT_EQ(read_mesh(folder / "still.glb").counts.vertices, points);
}

TEST(FewMorphTargets, AnErrorBelowSinglePrecisionIsRefusedAndLeavesNothing) {
  const TemporaryFolder folder;
  EXPECT_THROW(write_glb(folder / "a.glb", swaying(), {.error = 1e-12}), InputError);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(FewMorphTargets, DoNotDependOnTheNumberOfThreads) {
  const TemporaryFolder folder;
  write_glb(folder / "many.glb", swaying(), {.error = 1e-3});
  const ThreadLimit one(1);
  write_glb(folder / "one.glb", swaying(), {.error = 1e-3});
  EXPECT_EQ(bytes_of(folder / "many.glb"), bytes_of(folder / "one.glb"));
}

}  // namespace
}  // namespace retake
