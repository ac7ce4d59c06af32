#include "retake/mesh/solid_mesher.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "ball_surface.h"
#include "mesh/tet_measures.h"
#include "retake/mesh/quality.h"
#include "retake/mesh/solid_mesher_steps.h"
#include "retake/mesh/surface.h"
#include "retake/mesh/triangle_tree.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"
#include "sample_meshes.h"

namespace retake {
namespace {

const SolidMeshOptions lattice = {.method = SolidMeshMethod::lattice};
const SolidMeshOptions coarse = {.method = SolidMeshMethod::lattice, .cell = 0.15};

// Every triangle with corners of its own, as glTF files often have it.
TriangleMesh unindexed(const TriangleMesh& mesh) {
  TriangleMesh soup;
  soup.positions = mesh.positions(Eigen::all, mesh.triangles.reshaped());
  soup.triangles.resize(3, mesh.triangle_count());
  for (int c = 0; c < soup.triangles.size(); ++c) soup.triangles(c) = c;
  return soup;
}

TriangleMesh without_first(const TriangleMesh& mesh, int count) {
  return {mesh.positions, mesh.triangles.rightCols(mesh.triangle_count() - count)};
}

// Largest distance of the embedded points from where they belong, in units of the surface's size.
double misplacement(const SolidMesh& solid, const TriangleMesh& surface) {
  const Eigen::Matrix3Xf placed = apply(solid.surface, solid.tets.positions.cast<float>());
  const double size =
      (surface.positions.rowwise().maxCoeff() - surface.positions.rowwise().minCoeff()).norm();
  return (placed.cast<double>() - surface.positions).colwise().norm().maxCoeff() / size;
}

void expect_sound(const SolidMesh& solid, const TriangleMesh& surface) {
  EXPECT_GT(solid.tets.tet_count(), 0);
  for (int t = 0; t < solid.tets.tet_count(); ++t) {
    const TetQuality q = quality(solid.tets, t);
    EXPECT_GT(q.volume, 0) << "tet " << t;
    EXPECT_GT(q.min_dihedral_angle, 3) << "tet " << t;
  }
  EXPECT_EQ(solid.surface.point_count(), surface.vertex_count());
  EXPECT_LT(misplacement(solid, surface), 1e-5);  // weights are floats
  EXPECT_FALSE(solid.how.empty());
}

TEST(TriangleTree, WindingIsOneInsideAndZeroOutside) {
  const TriangleMesh ball = ball_surface();
  const TriangleTree tree(ball);
  EXPECT_NEAR(tree.winding({0.1, 0.2, 0.3}), 1, 0.03);
  EXPECT_NEAR(tree.winding({0.4, 0.4, 0.3}), 1, 0.03);
  EXPECT_NEAR(tree.winding({0.7, 0.2, 0.3}), 0, 0.03);
  EXPECT_NEAR(tree.winding({3, 2, 1}), 0, 0.03);
}

TEST(TriangleTree, DistanceIsThatToTheNearestTriangle) {
  const TriangleMesh ball = ball_surface();
  const TriangleTree tree(ball);
  for (int v = 0; v < ball.vertex_count(); v += 7) {
    EXPECT_NEAR(tree.distance(ball.positions.col(v)), 0, 1e-12);
  }
  EXPECT_NEAR(tree.distance({0.1, 0.2, 1.3}), 0.5, 0.01);
  EXPECT_NEAR(tree.distance({0.1, 0.2, 0.3}), 0.5, 0.02);
}

TEST(SolidMesher, FillsClosedSurfacesWithSoundTetsThatHoldAllOfIt) {
  for (const TriangleMesh& surface : {ball_surface(), sample_triangles()}) {
    const SolidMesh solid = mesh_solid(surface, coarse);
    expect_sound(solid, surface);
    EXPECT_GE(solid.surface.weights.minCoeff(), -1);  // none is far outside
  }
}

TEST(SolidMesher, FillIsTheShareOfTheTetsThatTheSurfaceEncloses) {
  const SolidMesh solid = mesh_solid(ball_surface(), coarse);
  const double ball = 4.0 / 3 * std::numbers::pi * std::pow(0.5, 3);
  EXPECT_NEAR(solid.fill * volume_of(solid.tets), ball, 0.03 * ball);
}

TEST(SolidMesher, MakesAFewThousandTetsWhateverTheUnit) {
  for (const double scale : {1e-3, 1.0, 1e4}) {
    TriangleMesh surface = ball_surface();
    surface.positions *= scale;
    const SolidMesh solid = mesh_solid(surface, lattice);
    EXPECT_GT(solid.tets.tet_count(), 2000) << scale;
    EXPECT_LT(solid.tets.tet_count(), 10000) << scale;
  }
}

TEST(SolidMesher, TakesTheSizeOfTetsThatItIsGiven) {
  SolidMeshOptions options = lattice;
  options.cell = 0.2;
  const SolidMesh solid = mesh_solid(ball_surface(), options);
  EXPECT_EQ(solid.cell, 0.2);
  EXPECT_LT(solid.tets.tet_count(), 1500);
  options.cell = 1e-6;
  EXPECT_THROW(mesh_solid(ball_surface(), options), InputError);
}

TEST(SolidMesher, SeesNoDifferenceBetweenSharedAndRepeatedVertices) {
  const TriangleMesh ball = ball_surface();
  const SolidMesh shared = mesh_solid(ball, coarse);
  const SolidMesh repeated = mesh_solid(unindexed(ball), coarse);
  EXPECT_EQ(shared.tets.tet_count(), repeated.tets.tet_count());
  EXPECT_NEAR(volume_of(shared.tets), volume_of(repeated.tets), 1e-3 * volume_of(shared.tets));
}

TEST(SolidMesher, FillsASurfaceWithAHole) {
  const TriangleMesh open = without_first(ball_surface(), 20);
  const SolidMesh solid = mesh_solid(open, coarse);
  expect_sound(solid, open);
  EXPECT_GT(volume_of(solid.tets), 0.5);  // the ball has 0.52: it is not hollow
  ASSERT_FALSE(solid.notes.empty());
  EXPECT_NE(solid.notes.front().find("--body shell"), std::string::npos);  // what to do about it
}

TEST(SolidMesher, JoinsBallsThatOverlapAndKeepsThoseApart) {
  const TriangleMesh ball = ball_surface();
  const TriangleMesh overlapping = both(ball, moved(ball, {0.6, 0, 0}));
  expect_sound(mesh_solid(overlapping, coarse), overlapping);
  const TriangleMesh apart = both(ball, moved(ball, {2, 0, 0}));
  const SolidMesh solid = mesh_solid(apart, coarse);
  expect_sound(solid, apart);
  EXPECT_GT(volume_of(solid.tets), 1.0);  // two balls have 1.05
  EXPECT_GE(solid.surface.weights.minCoeff(), -1);
}

TEST(SolidMesher, FattensASheetAndSaysThatAShellMaySuit) {
  TriangleMesh sheet;
  sheet.positions.resize(3, 4);
  sheet.positions << 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0;
  sheet.triangles.resize(3, 2);
  sheet.triangles << 0, 0, 1, 2, 2, 3;
  EXPECT_TRUE(is_sheet_like(sheet));
  EXPECT_FALSE(is_sheet_like(ball_surface()));
  const SolidMesh solid = mesh_solid(sheet, lattice);
  expect_sound(solid, sheet);
  EXPECT_NE(solid.notes.front().find("shell"), std::string::npos);
}

TEST(SolidMesher, RefusesWhatHoldsNothing) {
  EXPECT_THROW(mesh_solid(TriangleMesh{}, coarse), InputError);
  TriangleMesh line;
  line.positions.resize(3, 3);
  line.positions << 0, 1, 2, 0, 0, 0, 0, 0, 0;
  line.triangles.resize(3, 1);
  line.triangles << 0, 1, 2;
  EXPECT_THROW(mesh_solid(line, coarse), InputError);
  TriangleMesh wrong = ball_surface();
  wrong.positions(0, 0) = std::nan("");
  EXPECT_THROW(mesh_solid(wrong, coarse), InputError);
  wrong = ball_surface();
  wrong.triangles(1, 3) = wrong.vertex_count();
  EXPECT_THROW(mesh_solid(wrong, coarse), InputError);
}

TEST(SolidMesher, DoesNotDependOnTheNumberOfThreads) {
  const SolidMesh all = mesh_solid(ball_surface(), coarse);
  const ThreadLimit one(1);
  const SolidMesh alone = mesh_solid(ball_surface(), coarse);
  EXPECT_EQ(all.tets.positions, alone.tets.positions);
  EXPECT_EQ(all.tets.tets, alone.tets.tets);
}

}  // namespace
}  // namespace retake
