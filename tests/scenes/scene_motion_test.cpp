#include <gtest/gtest.h>

#include "scenes/scene.h"

namespace retake {
namespace {

class EveryMotion : public testing::TestWithParam<std::string> {};

// A few frames from the start, so that the test stays short.
TEST_P(EveryMotion, StaysFiniteInSizeAndOutsideOfObstacles) {
  Scene scene = build_scene(GetParam());
  scene.setup.options.frames = 4;
  const SimulationResult result = make_motion(scene);
  ASSERT_EQ(result.motion.frame_count(), 4);
  const Points& rest = scene.setup.body.rest_positions;
  const double size = (rest.rowwise().maxCoeff() - rest.rowwise().minCoeff()).norm();
  for (const Eigen::Matrix3Xf& frame : result.motion.frames) {
    ASSERT_EQ(frame.cols(), rest.cols());
    ASSERT_TRUE(frame.allFinite());
    EXPECT_LT((frame.cast<double>() - rest).colwise().norm().maxCoeff(), size);
    for (const Obstacle& obstacle : scene.setup.obstacles)
      for (Eigen::Index v = 0; v < frame.cols(); ++v)
        ASSERT_GT(distance_to(obstacle, frame.col(v).cast<double>()).distance, -1e-3);
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
  EXPECT_TRUE(first == gull.setup.body.rest_positions);
}

}  // namespace
}  // namespace retake
