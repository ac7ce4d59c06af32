#pragma once
#include "retake/mesh/tet_mesh.h"
#include "retake/mesh/triangle_mesh.h"

namespace retake {

// Each point of a finer surface as a weighted sum of four vertices of a mesh. Weights sum to 1; a
// point outside of all tets is bound to the nearest tet and has a negative weight.
struct Embedding {
  Eigen::Matrix4Xi vertices;  // 4 x m
  Eigen::Matrix4Xf weights;   // 4 x m

  int point_count() const { return static_cast<int>(vertices.cols()); }
};

Embedding embed(const Points& points, const TetMesh& mesh);
// In the nearest triangle of a shell; the fourth weight is 0. A point off the shell is laid onto
// it.
Embedding embed_in_triangles(const Points& points, const TriangleMesh& mesh);

// Positions of the embedded points when the mesh's vertices are at `positions`.
Eigen::Matrix3Xf apply(const Embedding& embedding, const Eigen::Matrix3Xf& positions);

}  // namespace retake
