#include "retake/mesh/embedding.h"

#include "retake/mesh/tet_tree.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"

namespace retake {

Embedding embed(const Points& points, const TetMesh& mesh) {
  const TetTree tree(mesh);
  Embedding embedding;
  embedding.vertices.resize(4, points.cols());
  embedding.weights.resize(4, points.cols());
  if (points.cols() > 0 && tree.nearest(Vec3::Zero()).tet < 0) {
    throw InputError({.what = "cannot embed points in a mesh without tets of positive volume"});
  }
  parallel_for(
      points.cols(),
      [&](std::ptrdiff_t i) {
        const NearestTet found = tree.nearest(points.col(i));
        embedding.vertices.col(i) = mesh.tets.col(found.tet);
        embedding.weights.col(i) = found.weights.cast<float>();
      },
      64);
  return embedding;
}

Eigen::Matrix3Xf apply(const Embedding& embedding, const Eigen::Matrix3Xf& positions) {
  Eigen::Matrix3Xf result(3, embedding.point_count());
  parallel_for(
      embedding.point_count(),
      [&](std::ptrdiff_t i) {
        Eigen::Vector3f sum = Eigen::Vector3f::Zero();
        for (int k = 0; k < 4; ++k) {
          sum += embedding.weights(k, i) * positions.col(embedding.vertices(k, i));
        }
        result.col(i) = sum;
      },
      1024);
  return result;
}

}  // namespace retake
