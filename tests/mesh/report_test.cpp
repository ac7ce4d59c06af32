#include "retake/mesh/report.h"

#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/mesh/quality.h"
#include "retake/mesh/repair.h"
#include "retake/mesh/topology.h"
#include "sample_meshes.h"

namespace retake {
namespace {

TetMesh regular_tet() {
  TetMesh mesh;
  mesh.positions.resize(3, 4);
  mesh.positions << 1, 1, -1, -1, 1, -1, -1, 1, 1, -1, 1, -1;
  mesh.tets = Eigen::Vector4i(0, 1, 2, 3);
  return mesh;
}

const MeshFinding* find(const MeshReport& report, const std::string& what) {
  for (const MeshFinding& finding : report.findings) {
    if (finding.what.find(what) != std::string::npos) return &finding;
  }
  return nullptr;
}

TEST(Quality, OfARegularTetIsPerfect) {
  const TetQuality q = quality(regular_tet(), 0);
  EXPECT_NEAR(std::abs(q.volume), 8.0 / 3, 1e-14);
  EXPECT_NEAR(q.radius_ratio, 1, 1e-14);
  const double angle = std::acos(1.0 / 3) * 180 / std::numbers::pi;
  EXPECT_NEAR(q.min_dihedral_angle, angle, 1e-12);
  EXPECT_NEAR(q.max_dihedral_angle, angle, 1e-12);
}

TEST(Quality, OfARightCornerTetIsThatOfTheBooks) {
  TetMesh mesh;
  mesh.positions = Points::Zero(3, 4);
  mesh.positions.rightCols<3>().setIdentity();
  mesh.tets = Eigen::Vector4i(0, 1, 2, 3);
  const TetQuality q = quality(mesh, 0);
  EXPECT_NEAR(q.volume, 1.0 / 6, 1e-15);
  EXPECT_NEAR(q.max_dihedral_angle, 90, 1e-12);
  // Inradius 1 / (3 + sqrt 3), circumradius sqrt(3) / 2.
  EXPECT_NEAR(q.radius_ratio, 3 / (3 + std::sqrt(3.0)) / (std::sqrt(3.0) / 2), 1e-14);
}

TEST(Quality, DoesNotDependOnSize) {
  for (const double scale : {1e-8, 1e8}) {
    TetMesh mesh = sample_tets();
    const TetQuality before = quality(mesh, 2);
    mesh.positions *= scale;
    const TetQuality after = quality(mesh, 2);
    EXPECT_NEAR(after.radius_ratio, before.radius_ratio, 1e-12);
    EXPECT_NEAR(after.min_dihedral_angle, before.min_dihedral_angle, 1e-9);
    EXPECT_FALSE(is_flat(mesh, 2));
  }
}

TEST(Report, OfACubeIsSound) {
  const MeshReport report = describe(sample_cube());
  EXPECT_TRUE(report.is_sound());
  EXPECT_TRUE(report.findings.empty());
  EXPECT_NEAR(report.volume, 1, 1e-14);
  EXPECT_EQ(report.components, 1);
  EXPECT_EQ(report.triangles, 12);
  EXPECT_TRUE(report.is_closed);
  EXPECT_EQ(report.low, Vec3(0, 0, 0));
  EXPECT_EQ(report.high, Vec3(1, 1, 1));
}

TEST(Report, NamesInvertedFlatAndUnusedThings) {
  TetMesh mesh = sample_cube();
  std::swap(mesh.tets(0, 4), mesh.tets(1, 4));
  mesh.tets.col(2) = Eigen::Vector4i(0, 1, 2, 3);
  mesh.positions.conservativeResize(3, 10);
  mesh.positions.rightCols<2>() = mesh.positions.leftCols<2>();
  const MeshReport report = describe(mesh);
  EXPECT_FALSE(report.is_sound());
  ASSERT_TRUE(find(report, "inverted"));
  EXPECT_EQ(find(report, "inverted")->examples, std::vector<int>{4});
  EXPECT_EQ(find(report, "without volume")->examples, std::vector<int>{2});
  EXPECT_EQ(find(report, "no element uses")->examples, (std::vector<int>{8, 9}));
  EXPECT_EQ(find(report, "place of another")->examples, (std::vector<int>{8, 9}));
}

TEST(Report, CountsSeveralComponents) {
  TetMesh mesh = sample_cube();
  const TetMesh other = sample_cube();
  mesh.positions.conservativeResize(3, 16);
  mesh.positions.rightCols<8>() = other.positions.array() + 3;
  mesh.tets.conservativeResize(4, 12);
  mesh.tets.rightCols<6>() = other.tets.array() + 8;
  const MeshReport report = describe(mesh);
  EXPECT_EQ(report.components, 2);
  EXPECT_EQ(find(report, "hang together")->examples, (std::vector<int>{0, 6}));
  EXPECT_TRUE(report.is_sound());
}

TEST(Topology, ACubeWithoutATriangleHasOneLoopOfThreeEdges) {
  const TriangleMesh cube = sample_triangles();
  const Eigen::Matrix3Xi open = cube.triangles.rightCols(11);
  EXPECT_EQ(examine_edges(open).boundary.size(), 3u);
  const auto loops = boundary_loops(open);
  ASSERT_EQ(loops.size(), 1u);
  EXPECT_EQ(loops[0].size(), 3u);
  EXPECT_TRUE(boundary_loops(cube.triangles).empty());
}

TEST(Topology, ATriangleTheWrongWayRoundHasThreeMisorientedEdges) {
  TriangleMesh cube = sample_triangles();
  std::swap(cube.triangles(1, 5), cube.triangles(2, 5));
  EXPECT_EQ(examine_edges(cube.triangles).misoriented.size(), 3u);
}

TEST(Orientation, OfAnyMixIsRepairedToPointOutwards) {
  const TriangleMesh good = sample_triangles();
  for (const unsigned mask : {0u, 1u, 0xA5Fu, 0xFFFu}) {
    TriangleMesh mixed = good;
    int turned = 0;
    for (int t = 0; t < 12; ++t) {
      if (!((mask >> t) & 1)) continue;
      std::swap(mixed.triangles(1, t), mixed.triangles(2, t));
      ++turned;
    }
    const TriangleRepair repair = orient_triangles(mixed);
    EXPECT_TRUE(repair.is_orientable);
    EXPECT_EQ(repair.mesh.triangles, good.triangles);
    EXPECT_EQ(static_cast<int>(repair.flipped.size()), turned);
  }
}

TEST(Orientation, OfAMoebiusStripIsImpossibleAndSaysSo) {
  TriangleMesh strip;
  strip.positions = Points::Random(3, 6);
  strip.triangles.resize(3, 6);
  // A ring of three quads whose ends are joined upside down.
  strip.triangles << 0, 1, 2, 3, 4, 5,  //
      1, 3, 3, 5, 5, 0,                 //
      2, 2, 4, 4, 1, 1;
  ASSERT_TRUE(examine_edges(strip.triangles).non_manifold.empty());
  EXPECT_FALSE(orient_triangles(strip).is_orientable);
}

TEST(Repair, TurnsInvertedTetsOverAndKeepsTheVolume) {
  TetMesh mesh = sample_cube();
  for (const int t : {0, 3}) std::swap(mesh.tets(2, t), mesh.tets(3, t));
  const TetRepair repair = repair_tets(mesh);
  EXPECT_EQ(repair.inverted, (std::vector<int>{0, 3}));
  EXPECT_EQ(repair.mesh.tets, sample_cube().tets);
}

}  // namespace
}  // namespace retake
