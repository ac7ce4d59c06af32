#pragma once
#include <vector>

#include "retake/mesh/triangle_mesh.h"

namespace retake {

// Which triangle corners meet at each vertex; stays the same while a mesh moves.
struct CornersOfVertices {
  std::vector<int>
      begin;  // n + 1; corners of vertex v are corner[begin[v]] to corner[begin[v+1]-1]
  std::vector<int> corner;  // 3 * triangle + which of its three
};
CornersOfVertices corners_of_vertices(const Eigen::Matrix3Xi& triangles, int vertex_count);

// Unit normal of every triangle corner, 3 x 3f: the mean of the faces around the vertex, weighted
// by their angles there (Thürmer & Wüthrich 1998), leaving out faces that turn by more than
// `crease_angle` (degrees) from the corner's own, so that edges of boxes stay crisp. 0 gives
// facets. Triangles without area get zero where no neighbour helps.
Eigen::Matrix3Xf corner_normals(const Points& positions, const Eigen::Matrix3Xi& triangles,
                                const CornersOfVertices& corners, double crease_angle);

}  // namespace retake
