#include "retake/mesh/lattice_mesher.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "mesh/tet_measures.h"
#include "retake/mesh/lattice_mesher_steps.h"
#include "retake/mesh/quality.h"
#include "retake/mesh/surface.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

using std::numbers::pi;

double skin_area(const TetMesh& mesh) {
  double sum = 0;
  const Eigen::Matrix3Xi skin = surface_triangles(mesh);
  for (Eigen::Index t = 0; t < skin.cols(); ++t) {
    const Vec3 a = mesh.positions.col(skin(0, t));
    sum += (Vec3(mesh.positions.col(skin(1, t))) - a)
               .cross(Vec3(mesh.positions.col(skin(2, t))) - a)
               .norm() /
           2;
  }
  return sum;
}

DistanceField torus(double large, double small) {
  return {
      [=](const Vec3& p) { return std::hypot(std::hypot(p.x(), p.z()) - large, p.y()) - small; },
      {Vec3(-large - small, -small, -large - small), Vec3(large + small, small, large + small)}};
}

std::vector<DistanceField> family() {
  return {ball_field({0.013, 0.02, 0.031}, 0.5),
          torus(0.5, 0.2),
          capsule_field({0, 0, 0}, {0.7, 0.3, 0.2}, 0.3, 0.15),
          ellipsoid_field({0.1, 0, 0}, {0.6, 0.4, 0.25}),
          box_field({0.02, 0.01, 0}, {0.5, 0.4, 0.3}, 0.05),
          union_field({{ball_field({0, 0, 0}, 0.4), 0},
                       {capsule_field({0, 0, 0}, {0.9, 0.4, 0.1}, 0.2, 0.12), 0.1}}),
          cut_field(ball_field({0, 0.2, 0}, 0.5), Vec3::Zero(), Vec3::UnitY())};
}

TEST(LatticeMesher, KeepsEveryDihedralAngleAboveTwentyDegreesOverAFamilyOfShapesAndSizes) {
  for (std::size_t shape = 0; shape < family().size(); ++shape)
    for (const double spacing : {0.2, 0.14, 0.11})
      EXPECT_GT(smallest_angle(mesh_solid(family()[shape], {.spacing = spacing})), 20)
          << "shape " << shape << ", spacing " << spacing;
}

TEST(LatticeMesher, StuffingAloneKeepsTheTenDegreesOfItsProof) {
  for (std::size_t shape = 0; shape < family().size(); ++shape)
    EXPECT_GT(smallest_angle(lattice::stuff(family()[shape], 0.1)), 10) << "shape " << shape;
}

// Flat faces on a curved surface miss it by a length squared.
TEST(LatticeMesher, ConvergesToTheVolumeAndSurfaceOfASphereAndATorus) {
  struct Case {
    DistanceField field;
    double volume, area;
  };
  const std::vector<Case> cases = {
      {ball_field({0.01, 0.02, 0.03}, 0.5), pi / 6, pi},
      {torus(0.5, 0.2), 2 * pi * pi * 0.5 * 0.04, 4 * pi * pi * 0.5 * 0.2}};
  for (const Case& exact : cases) {
    const TetMesh coarse = mesh_solid(exact.field, {.spacing = 0.14});
    const TetMesh fine = mesh_solid(exact.field, {.spacing = 0.07});
    const double coarse_error = std::abs(volume_of(coarse) - exact.volume) / exact.volume;
    const double fine_error = std::abs(volume_of(fine) - exact.volume) / exact.volume;
    EXPECT_LT(fine_error, 0.03);
    EXPECT_LT(fine_error, coarse_error / 2.5);
    EXPECT_NEAR(skin_area(fine), exact.area, 0.02 * exact.area);
  }
}

TEST(LatticeMesher, PutsTheSkinOnTheSurface) {
  const DistanceField solid = torus(0.5, 0.2);
  const TetMesh mesh = mesh_solid(solid, {.spacing = 0.1});
  const Surface skin = surface_of(mesh);
  for (int v = 0; v < skin.mesh.vertex_count(); ++v)
    EXPECT_NEAR(solid(skin.mesh.positions.col(v)), 0, 1e-4);
}

TEST(LatticeMesher, GivesTheSameBitsAgain) {
  const TetMesh a = mesh_solid(torus(0.5, 0.2)), b = mesh_solid(torus(0.5, 0.2));
  EXPECT_TRUE(a.positions == b.positions);
  EXPECT_TRUE(a.tets == b.tets);
}

TEST(LatticeMesher, KeepsOnlyTheLargestPiece) {
  const DistanceField two =
      union_field({{ball_field({0, 0, 0}, 0.5), 0}, {ball_field({2, 0, 0}, 0.3), 0}});
  const TetMesh mesh = mesh_solid(two);
  EXPECT_LT(mesh.positions.row(0).maxCoeff(), 0.6);
  EXPECT_GT(mesh.tet_count(), 1000);
}

TEST(LatticeMesher, GivesNoTetsForASolidThatTheLatticeMisses) {
  EXPECT_EQ(mesh_solid(ball_field({0.07, 0.03, 0.03}, 1e-3)).tet_count(), 0);
}

TEST(LatticeMesher, RefusesASpacingThatMakesNoSense) {
  EXPECT_THROW(mesh_solid(ball_field({0, 0, 0}, 1), {.spacing = 0}), InputError);
  EXPECT_THROW(mesh_solid(ball_field({0, 0, 0}, 1), {.spacing = NAN}), InputError);
  EXPECT_THROW(mesh_solid(ball_field({0, 0, 0}, 1), {.spacing = 1e-5}), InputError);
}

}  // namespace
}  // namespace retake
