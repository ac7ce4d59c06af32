#include "retake/spacetime/penetration.h"

#include <gtest/gtest.h>

namespace retake {
namespace {

Violation violation(const Obstacle& obstacle, const Vec3& from, const Vec3& to) {
  const Eigen::Matrix3Xf input = from.cast<float>(), positions = to.cast<float>();
  const std::vector<Violation> found = violations_in({obstacle}, 3, positions, input, 1e-6);
  return found.empty() ? Violation{.frame = -1} : found.front();
}

const Obstacle plate{.name = "plate", .shape = BoxObstacle{.half_size = {1, 0.01, 1}}};
const Obstacle ball{.name = "ball", .shape = SphereObstacle{.radius = 0.5}};

TEST(Violations, OfWhatStandsBehindAnObstacleLeadBackToTheSideThatItCameFrom) {
  const Violation behind = violation(plate, {0.2, 0.3, 0}, {0.2, -0.4, 0});
  EXPECT_EQ(behind.frame, 3);
  EXPECT_NEAR(behind.depth, 0.41, 1e-6);
  EXPECT_LT((behind.normal - Vec3::UnitY()).norm(), 1e-6);
  const Violation past = violation(ball, {0.1, 2, 0}, {-0.1, -2, 0});
  EXPECT_GT(past.depth, 2);
  EXPECT_GT(past.normal.y(), 0.9);
}

TEST(Violations, OfWhatIsInsideLeadOutWhereItCameIn) {
  const Violation low = violation(plate, {0, 0.3, 0}, {0, -0.008, 0});
  EXPECT_NEAR(low.depth, 0.018, 1e-6);
  EXPECT_LT((low.normal - Vec3::UnitY()).norm(), 1e-6);
  const Violation side = violation(plate, {2, 0, 0}, {0.999, 0, 0});
  EXPECT_NEAR(side.depth, 0.001, 1e-6);
  EXPECT_LT((side.normal - Vec3::UnitX()).norm(), 1e-6);
}

TEST(Violations, AreNoneAroundACornerOrBesideAnObstacle) {
  const Obstacle box{.name = "box", .shape = BoxObstacle{.half_size = {1, 1, 1}}};
  EXPECT_EQ(violation(box, {0.9, 1.1, 0}, {1.2, 0.5, 0}).frame, -1);
  EXPECT_EQ(violation(plate, {2, 0.3, 0}, {2, -0.3, 0}).frame, -1);
  EXPECT_EQ(violation(ball, {0.6, 2, 0}, {0.6, -2, 0}).frame, -1);
}

TEST(Violations, OfTheInputItselfDoNotCount) {
  EXPECT_EQ(violation(plate, {0, -0.005, 0}, {0, -0.3, 0}).frame, -1);
  EXPECT_NEAR(violation(ball, {0, 0.4, 0}, {0, 0.2, 0}).depth, 0.2, 1e-6);
}

}  // namespace
}  // namespace retake
