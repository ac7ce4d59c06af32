#include "retake/picture/corner_normals.h"

#include <gtest/gtest.h>

#include "shapes.h"

namespace retake {
namespace {

Eigen::Matrix3Xf normals_of(const TriangleMesh& mesh, double crease_angle) {
  const CornersOfVertices corners = corners_of_vertices(mesh.triangles, mesh.vertex_count());
  return corner_normals(mesh.positions, mesh.triangles, corners, crease_angle);
}

TEST(CornerNormals, PointAwayFromTheCentreOfASphere) {
  const TriangleMesh mesh = shapes::sphere({1, 2, 3}, 2, 48);
  const Eigen::Matrix3Xf normals = normals_of(mesh, 60);
  for (int c = 0; c < normals.cols(); ++c) {
    if (normals.col(c).isZero(0)) continue;  // the poles end in triangles without area
    const Vec3 out = (mesh.positions.col(mesh.triangles(c % 3, c / 3)) - Vec3(1, 2, 3)) / 2;
    EXPECT_GT(out.cast<float>().dot(normals.col(c)), 0.99F) << c;
  }
}

TEST(CornerNormals, OfABoxAreThoseOfItsFacesBelowNinetyDegrees) {
  const Eigen::Matrix3Xf normals = normals_of(shapes::box({0, 0, 0}, {1, 2, 3}), 60);
  for (int c = 0; c < normals.cols(); ++c) {
    EXPECT_FLOAT_EQ(normals.col(c).cwiseAbs().maxCoeff(), 1) << c;
  }
}

TEST(CornerNormals, OfACubeMeetInItsCornersAboveNinetyDegreesWhateverTheDiagonals) {
  const TriangleMesh cube = shapes::box({-1, -1, -1}, {1, 1, 1});
  const Eigen::Matrix3Xf normals = normals_of(cube, 91);
  for (int c = 0; c < normals.cols(); ++c) {
    const Eigen::Vector3f corner = cube.positions.col(cube.triangles(c % 3, c / 3)).cast<float>();
    EXPECT_LT((normals.col(c) - corner.normalized()).norm(), 1e-5F) << c;
  }
}

}  // namespace
}  // namespace retake
