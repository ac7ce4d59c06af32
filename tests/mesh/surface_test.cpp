#include "retake/mesh/surface.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "data_folder.h"
#include "retake/mesh/mesh_file.h"
#include "retake/mesh/quality.h"

namespace retake {
namespace {

double enclosed_volume(const TriangleMesh& mesh) {
  double sum = 0;
  for (int t = 0; t < mesh.triangle_count(); ++t) {
    const Vec3 a = mesh.positions.col(mesh.triangles(0, t));
    const Vec3 b = mesh.positions.col(mesh.triangles(1, t));
    const Vec3 c = mesh.positions.col(mesh.triangles(2, t));
    sum += a.dot(b.cross(c)) / 6;
  }
  return sum;
}

double summed_volume(const TetMesh& mesh) {
  double sum = 0;
  for (int t = 0; t < mesh.tet_count(); ++t) sum += volume(mesh, t);
  return sum;
}

TEST(Surface, EnclosesTheVolumeOfTheTets) {
  const auto path = data_folder() / "papers" / "dinosaur" / "sim-mesh.hinp";
  RETAKE_NEED_DATA(path);
  const TetMesh dino = *read_mesh(path).tets;
  const Surface surface = surface_of(dino);
  EXPECT_NEAR(enclosed_volume(surface.mesh) / summed_volume(dino), 1, 1e-12);
  EXPECT_GT(summed_volume(dino), 0);
}

TEST(Surface, NamesTheVerticesAndTetsItComesFrom) {
  TetMesh tet;
  tet.positions.resize(3, 5);
  tet.positions << 9, 0, 1, 0, 0, 9, 0, 0, 1, 0, 9, 0, 0, 0, 1;  // vertex 0 belongs to no tet
  tet.tets = Eigen::Vector4i(1, 2, 3, 4);
  const Surface surface = surface_of(tet);
  EXPECT_EQ(surface.mesh.vertex_count(), 4);
  EXPECT_EQ(surface.mesh.triangle_count(), 4);
  EXPECT_EQ(surface.vertices, (std::vector<int>{1, 2, 3, 4}));
  EXPECT_EQ(surface.tets, (std::vector<int>{0, 0, 0, 0}));
  EXPECT_NEAR(enclosed_volume(surface.mesh), 1.0 / 6, 1e-15);
}

TEST(Surface, OfTheBridgeHasAsManyTrianglesAsItsObj) {
  const auto folder = data_folder() / "papers" / "bridge";
  RETAKE_NEED_DATA(folder);
  const MeshFile bridge = read_mesh(folder / "bridge.abq");
  const MeshFile skin = read_mesh(folder / "bridge.obj");
  EXPECT_EQ(bridge.tets->vertex_count(), 9244);
  EXPECT_EQ(bridge.tets->tet_count(), 31746);
  EXPECT_EQ(surface_triangles(*bridge.tets).cols(), skin.triangles->triangle_count());
}

}  // namespace
}  // namespace retake
