#include "retake/mesh/isosurface.h"

#include <cmath>
#include <map>
#include <numbers>

#include <gtest/gtest.h>

#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"

namespace retake {
namespace {

using std::numbers::pi;

// Six times the signed volume that the surface encloses, and twice its area.
std::pair<double, double> volume_and_area(const TriangleMesh& mesh) {
  double volume = 0, area = 0;
  for (int t = 0; t < mesh.triangle_count(); ++t) {
    const Vec3 a = mesh.positions.col(mesh.triangles(0, t));
    const Vec3 b = mesh.positions.col(mesh.triangles(1, t));
    const Vec3 c = mesh.positions.col(mesh.triangles(2, t));
    volume += a.dot(b.cross(c)) / 6;
    area += (b - a).cross(c - a).norm() / 2;
  }
  return {volume, area};
}

DistanceField two_arms() {
  return union_field({{capsule_field({0, 0, 0}, {0.8, 0.1, 0}, 0.2, 0.1), 0},
                      {capsule_field({0, 0, 0}, {-0.2, 0.7, 0.2}, 0.2, 0.1), 0.1}});
}

TEST(Isosurface, ConvergesToTheVolumeAndAreaOfASphere) {
  const DistanceField ball = ball_field({0.3, -0.1, 0.2}, 0.5);
  const auto [volume, area] =
      volume_and_area(extract_isosurface(ball, {.spacing = Vec3::Constant(0.04)}));
  EXPECT_NEAR(volume, pi / 6, 0.01 * pi / 6);
  EXPECT_NEAR(area, pi, 0.01 * pi);
  const auto [coarse_volume, coarse_area] =
      volume_and_area(extract_isosurface(ball, {.spacing = Vec3::Constant(0.08)}));
  EXPECT_LT(std::abs(volume - pi / 6), std::abs(coarse_volume - pi / 6) / 3);  // second order
  EXPECT_LT(std::abs(area - pi), std::abs(coarse_area - pi) / 3);
}

TEST(Isosurface, IsClosedAndOriented) {
  const TriangleMesh mesh = extract_isosurface(two_arms(), {.spacing = Vec3::Constant(0.04)});
  std::map<std::pair<int, int>, int> uses;
  for (int t = 0; t < mesh.triangle_count(); ++t)
    for (int c = 0; c < 3; ++c) ++uses[{mesh.triangles(c, t), mesh.triangles((c + 1) % 3, t)}];
  for (const auto& [edge, count] : uses) {
    EXPECT_EQ(count, 1);
    EXPECT_EQ(uses.count({edge.second, edge.first}), 1U);
  }
}

TEST(Isosurface, LiesOnTheSurfaceAlsoWithUnequalSpacing) {
  const DistanceField solid = two_arms();
  const TriangleMesh mesh = extract_isosurface(solid, {.spacing = {0.06, 0.03, 0.02}});
  ASSERT_GT(mesh.vertex_count(), 500);
  for (int v = 0; v < mesh.vertex_count(); ++v) EXPECT_NEAR(solid(mesh.positions.col(v)), 0, 1e-4);
}

TEST(Isosurface, DoesNotDependOnTheNumberOfThreads) {
  const TriangleMesh all = extract_isosurface(two_arms());
  const ThreadLimit limit(1);
  const TriangleMesh one = extract_isosurface(two_arms());
  EXPECT_TRUE(all.positions == one.positions);
  EXPECT_TRUE(all.triangles == one.triangles);
}

TEST(Isosurface, RefusesASpacingThatMakesNoSense) {
  EXPECT_THROW(extract_isosurface(two_arms(), {.spacing = {0.1, 0, 0.1}}), InputError);
  EXPECT_THROW(extract_isosurface(two_arms(), {.spacing = Vec3::Constant(1e-5)}), InputError);
}

TEST(DistanceField, BoxesHoldTheirSolids) {
  const std::vector<DistanceField> fields = {
      two_arms(),
      ellipsoid_field({0.1, 0.2, 0}, {0.5, 0.2, 0.1},
                      Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).matrix()),
      box_field({0, 0, 0}, {0.5, 0.2, 0.1}, 0.05),
      smooth_tube_field({{0, 0, 0}, {0.3, 0.2, 0}, {0.5, 0.6, 0.1}}, {0.1, 0.15, 0.05})};
  for (const DistanceField& field : fields)
    for (int i = 0; i < 20000; ++i) {
      const Vec3 p = 1.2 * Vec3(std::sin(i * 1.3), std::sin(i * 2.7 + 1), std::sin(i * 4.1 + 2));
      if (field.box.contains(p)) continue;
      EXPECT_GE(field(p), 0) << p.transpose();
    }
}

}  // namespace
}  // namespace retake
