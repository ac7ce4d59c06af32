#pragma once
#include "retake/numerics/linear_types.h"

namespace retake {

// Linear tetrahedra as plain values. A tet (a, b, c, d) has positive volume when d lies on the side
// of the triangle a b c that its right-hand normal points to.
struct TetMesh {
  Points positions;       // 3 x n
  Eigen::Matrix4Xi tets;  // 4 x e, vertex indices from 0

  int vertex_count() const { return static_cast<int>(positions.cols()); }
  int tet_count() const { return static_cast<int>(tets.cols()); }
};

}  // namespace retake
