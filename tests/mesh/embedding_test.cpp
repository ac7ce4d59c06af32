#include "retake/mesh/embedding.h"

#include <gtest/gtest.h>

#include "data_folder.h"
#include "retake/mesh/mesh_file.h"
#include "retake/mesh/surface.h"
#include "retake/numerics/parallel_for.h"
#include "sample_meshes.h"

namespace retake {
namespace {

Points random_points(int count, double low, double high) {
  std::srand(7);
  return (Points::Random(3, count).array() * (high - low) / 2 + (high + low) / 2).matrix();
}

TEST(Embedding, WeightsSumToOneAndReproduceThePoints) {
  const TetMesh cube = sample_cube();
  const Points points = random_points(500, -0.2, 1.2);
  const Embedding embedding = embed(points, cube);
  EXPECT_TRUE(((embedding.weights.colwise().sum().array() - 1).abs() < 1e-6f).all());
  const Eigen::Matrix3Xf back = apply(embedding, cube.positions.cast<float>());
  EXPECT_LT((back.cast<double>() - points).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(Embedding, FollowsAffineMaps) {
  const TetMesh cube = sample_cube();
  const Points points = random_points(500, -0.2, 1.2);
  Mat3 A;
  A << 1, 2, -0.5, 0.3, -1, 0.2, 0.7, 0.1, 2;
  const Vec3 b(0.1, -2, 3);
  const auto map = [&](const Points& x) -> Points { return (A * x).colwise() + b; };
  const Eigen::Matrix3Xf moved = apply(embed(points, cube), map(cube.positions).cast<float>());
  EXPECT_LT((moved.cast<double>() - map(points)).cwiseAbs().maxCoeff(), 5e-6);
}

TEST(Embedding, PointsInsideHaveNoNegativeWeight) {
  const Embedding embedding = embed(random_points(500, 0, 1), sample_cube());
  EXPECT_GE(embedding.weights.minCoeff(), -1e-6f);
}

TEST(Embedding, DoesNotDependOnTheNumberOfThreads) {
  const Points points = random_points(2000, -0.2, 1.2);
  const TetMesh cube = sample_cube();
  const Embedding many = embed(points, cube);
  const ThreadLimit limit(1);
  const Embedding one = embed(points, cube);
  EXPECT_EQ(many.vertices, one.vertices);
  EXPECT_EQ(many.weights, one.weights);
}

TEST(Embedding, BindsTheRopeBridgesRenderMeshCloseToIt) {
  const auto folder = data_folder() / "papers" / "rope-bridge";
  RETAKE_NEED_DATA(folder);
  const MeshFile solid = read_mesh(folder / "volmesh.abq");
  const MeshFile render = read_mesh(folder / "render.obj");
  ASSERT_EQ(render.triangles->vertex_count(), 17874);
  const Embedding embedding = embed(render.triangles->positions, *solid.tets);
  const Eigen::Matrix3Xf back = apply(embedding, solid.tets->positions.cast<float>());
  const double size = render.triangles->positions.cwiseAbs().maxCoeff();
  EXPECT_LT((back.cast<double>() - render.triangles->positions).cwiseAbs().maxCoeff(), 1e-5 * size);
}

TEST(Embedding, PointsOfAShellAreReproducedByTheirTriangles) {
  const TetMesh cube = sample_cube();
  const TriangleMesh shell = surface_of(cube).mesh;
  Points points(3, shell.vertex_count() + shell.triangle_count());
  points.leftCols(shell.vertex_count()) = shell.positions;
  for (int f = 0; f < shell.triangle_count(); ++f) {
    const Eigen::Vector3i corners = shell.triangles.col(f);
    points.col(shell.vertex_count() + f) = 0.2 * shell.positions.col(corners[0]) +
                                           0.3 * shell.positions.col(corners[1]) +
                                           0.5 * shell.positions.col(corners[2]);
  }
  const Embedding embedding = embed_in_triangles(points, shell);
  EXPECT_TRUE(((embedding.weights.colwise().sum().array() - 1).abs() < 1e-6f).all());
  const Eigen::Matrix3Xf back = apply(embedding, shell.positions.cast<float>());
  const Eigen::RowVectorXd misses = (back.cast<double>() - points).colwise().norm();
  EXPECT_LT(misses.maxCoeff(), 1e-6);
}

}  // namespace
}  // namespace retake
