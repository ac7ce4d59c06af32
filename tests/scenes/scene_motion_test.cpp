#include <algorithm>

#include <gtest/gtest.h>

#include "scenes/scene.h"

namespace retake {
namespace {

class EveryMotion : public testing::TestWithParam<std::string> {};

double deepest(const Eigen::Matrix3Xf& frame, const Obstacle& obstacle) {
  double depth = 0;
  for (Eigen::Index v = 0; v < frame.cols(); ++v)
    depth = std::max(depth, -distance_to(obstacle, frame.col(v).cast<double>()).distance);
  return depth;
}

TEST_P(EveryMotion, BeginsFiniteAndInSize) {
  Scene scene = build_scene(GetParam());
  scene.setup.options.frames = 4;
  const SimulationResult result = make_motion(scene);
  ASSERT_EQ(result.motion.frame_count(), 4);
  const Points& rest = scene.body.rest_positions;
  const double size = (rest.rowwise().maxCoeff() - rest.rowwise().minCoeff()).norm();
  for (const FrameView& frame : result.motion.frames) {
    ASSERT_EQ(frame.cols(), rest.cols());
    ASSERT_TRUE(frame.allFinite());
    EXPECT_LT((frame.cast<double>() - rest).colwise().norm().maxCoeff(), size);
  }
}

// From the launch over the first landing.
TEST(Tumble, LandsOnItsStairsWithoutEnteringThemAndRecordsWhereItTouches) {
  Scene scene = build_scene("tumble");
  scene.setup.options.frames = 26;
  const SimulationResult result = make_motion(scene);
  const Obstacle& stairs = scene.setup.obstacles.at(0);
  for (const FrameView& frame : result.motion.frames)
    EXPECT_LT(deepest(frame, stairs), 1e-6);  // m; float32
  ASSERT_FALSE(result.contacts.empty());
  const Points& rest = scene.body.rest_positions;
  const double size = (rest.rowwise().maxCoeff() - rest.rowwise().minCoeff()).norm();
  for (const Contact& contact : result.contacts) {
    const auto& frame = result.motion.frames[static_cast<std::size_t>(contact.frame)];
    const SurfaceDistance at = distance_to(stairs, frame.col(contact.vertex).cast<double>());
    EXPECT_LT(at.distance, 1.01 * scene.setup.options.contact_reach * size);
    EXPECT_GT(at.normal.dot(contact.normal), 0.99);
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, EveryMotion,
                         testing::Values("bridge", "dino", "curtain", "flower", "gull", "tumble",
                                         "beam", "plush"),
                         [](const auto& scene) { return scene.param; });

TEST(Gull, FliesInALoop) {
  const Scene gull = build_scene("gull");
  const Points first = gull.key_framed(0);
  const Points again = gull.key_framed(255 / gull.setup.options.fps);
  EXPECT_LT((again - first).colwise().norm().maxCoeff(), 1e-9);
  EXPECT_TRUE(first == gull.body.rest_positions);
}

}  // namespace
}  // namespace retake
