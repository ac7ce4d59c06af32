#pragma once
#include "retake/numerics/linear_types.h"

namespace retake {

// Triangles as plain values; counter-clockwise seen from outside.
struct TriangleMesh {
  Points positions;            // 3 x n
  Eigen::Matrix3Xi triangles;  // 3 x f, vertex indices from 0

  int vertex_count() const { return static_cast<int>(positions.cols()); }
  int triangle_count() const { return static_cast<int>(triangles.cols()); }
};

}  // namespace retake
