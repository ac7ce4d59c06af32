#include "retake/elasticity/obstacle.h"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "retake/numerics/errors.h"

namespace retake {
namespace {

std::vector<Obstacle> one_of_each() {
  return {{.name = "slope", .shape = PlaneObstacle{{0.1, 0.2, 0}, Vec3(1, 2, -1).normalized()}},
          {.name = "crate", .shape = BoxObstacle{{0.2, -0.1, 0.3}, {0.5, 0.3, 0.7}}},
          {.name = "ball", .shape = SphereObstacle{{-0.2, 0.1, 0}, 0.6}},
          {.name = "stairs", .shape = StairsObstacle{{-0.6, 0.5, 0}, 0.3, 0.2, 4}}};
}

std::vector<Vec3> points_around(int count) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> coordinate(-1.5, 1.5);
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    points.emplace_back(coordinate(random), coordinate(random), coordinate(random));
  }
  return points;
}

TEST(Obstacle, NormalIsTheGradientOfTheDistanceAndHasLengthOne) {
  const double step = 1e-6;
  for (const Obstacle& obstacle : one_of_each()) {
    int at_a_kink = 0;
    for (const Vec3& point : points_around(500)) {
      Vec3 gradient;
      for (int k = 0; k < 3; ++k) {
        gradient[k] = (distance_to(obstacle, point + step * Vec3::Unit(k)).distance -
                       distance_to(obstacle, point - step * Vec3::Unit(k)).distance) /
                      (2 * step);
      }
      const Vec3 normal = distance_to(obstacle, point).normal;
      EXPECT_NEAR(normal.norm(), 1, 1e-12);
      if ((gradient - normal).norm() > 1e-4) ++at_a_kink;  // within `step` of equally near faces
    }
    EXPECT_LE(at_a_kink, 1) << obstacle.name;
  }
}

TEST(Obstacle, DistanceIsPositiveOutsideAndNegativeInside) {
  const auto obstacles = one_of_each();
  EXPECT_GT(distance_to(obstacles[0], Vec3(1, 2, -1)).distance, 0);
  EXPECT_LT(distance_to(obstacles[0], Vec3(-1, -2, 1)).distance, 0);
  EXPECT_NEAR(distance_to(obstacles[1], Vec3(0.2, 0.4, 0.3)).distance, 0.2, 1e-12);
  EXPECT_NEAR(distance_to(obstacles[1], Vec3(0.2, 0.1, 0.3)).distance, -0.1, 1e-12);
  EXPECT_NEAR(distance_to(obstacles[1], Vec3(1.0, 0.6, 0.3)).distance, 0.5, 1e-12);  // 3-4-5 edge
  EXPECT_NEAR(distance_to(obstacles[2], Vec3(0.8, 0.1, 0)).distance, 0.4, 1e-12);
  EXPECT_NEAR(distance_to(obstacles[2], Vec3(-0.2, 0.1, 0)).distance, -0.6, 1e-12);
}

TEST(Obstacle, StairsGoDownByOneRisePerRunAndEndInAFloor) {
  const Obstacle stairs = {.shape = StairsObstacle{{0, 0, 0}, 0.3, 0.2, 3}};
  const auto height = [&](double x) {  // of the surface at x, by bisection
    double below = -5, above = 5;
    while (above - below > 1e-9) {
      const double middle = 0.5 * (below + above);
      (distance_to(stairs, {x, middle, 4}).distance < 0 ? below : above) = middle;
    }
    return above;
  };
  EXPECT_NEAR(height(-2.0), 0.0, 1e-8);
  EXPECT_NEAR(height(-0.01), 0.0, 1e-8);
  EXPECT_NEAR(height(0.15), -0.2, 1e-8);
  EXPECT_NEAR(height(0.45), -0.4, 1e-8);
  EXPECT_NEAR(height(0.75), -0.6, 1e-8);
  EXPECT_NEAR(height(50.0), -0.6, 1e-8);
}

TEST(Obstacle, DistanceNeverChangesFasterThanThePointMoves) {
  const auto points = points_around(300);
  for (const Obstacle& obstacle : one_of_each()) {
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      for (const double fraction : {1e-4, 1e-2, 1.0}) {
        const Vec3 other = points[i] + fraction * (points[i + 1] - points[i]);
        const double change =
            distance_to(obstacle, other).distance - distance_to(obstacle, points[i]).distance;
        EXPECT_LE(std::abs(change), (other - points[i]).norm() * (1 + 1e-9)) << obstacle.name;
      }
    }
  }
}

TEST(Obstacle, WalkingBackAlongTheNormalEndsOnTheSurface) {
  for (const Obstacle& obstacle : one_of_each()) {
    for (const Vec3& point : points_around(200)) {
      const SurfaceDistance there = distance_to(obstacle, point);
      const Vec3 foot = point - there.distance * there.normal;
      EXPECT_NEAR(distance_to(obstacle, foot).distance, 0, 1e-12) << obstacle.name;
    }
  }
}

TEST(Obstacle, NumbersThatMakeNoSenseAreRefusedByName) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Obstacle> bad = {
      {.name = "bad", .shape = PlaneObstacle{Vec3::Zero(), {0, 2, 0}}},
      {.name = "bad", .shape = PlaneObstacle{Vec3::Constant(nan), Vec3::UnitY()}},
      {.name = "bad", .shape = BoxObstacle{Vec3::Zero(), {1, 0, 1}}},
      {.name = "bad", .shape = SphereObstacle{Vec3::Zero(), -1}},
      {.name = "bad", .shape = StairsObstacle{Vec3::Zero(), 0.3, 0.2, 0}},
      {.name = "bad", .shape = PlaneObstacle{}, .friction = -0.1}};
  for (const Obstacle& obstacle : bad) {
    try {
      validate(obstacle);
      ADD_FAILURE() << "accepted";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("'bad'"), std::string::npos) << error.what();
    }
  }
  for (const Obstacle& obstacle : one_of_each()) EXPECT_NO_THROW(validate(obstacle));
}

}  // namespace
}  // namespace retake
