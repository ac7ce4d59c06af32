#pragma once
#include <array>
#include <vector>

#include "retake/mesh/tet_mesh.h"
#include "retake/mesh/triangle_mesh.h"

namespace retake {

using Edge = std::array<int, 2>;

// The edges of a triangle mesh by how many triangles they have. A mesh is closed and manifold when
// all three lists are empty.
struct EdgeReport {
  std::vector<Edge> boundary;      // one triangle; directed as it runs in its triangle
  std::vector<Edge> non_manifold;  // three or more triangles
  std::vector<Edge> misoriented;   // two triangles that run through it the same way
};

EdgeReport examine_edges(const Eigen::Matrix3Xi& triangles);

// Boundary edges chained into loops of vertices, each starting at its smallest vertex. Where loops
// touch in a vertex they are chained in one of the possible ways; an open chain ends a loop early.
std::vector<std::vector<int>> boundary_loops(const Eigen::Matrix3Xi& triangles);

// Elements that hang together by shared vertices. Components are numbered by their first element.
struct Components {
  int count = 0;
  std::vector<int> of_element;
};

Components components(const Eigen::Matrix3Xi& triangles, int vertex_count);
Components components(const Eigen::Matrix4Xi& tets, int vertex_count);

// Vertices that no element uses, ascending.
std::vector<int> unused_vertices(const Eigen::MatrixXi& elements, int vertex_count);

// Vertices that lie exactly where one of smaller number lies, ascending.
std::vector<int> duplicate_vertices(const Points& positions);

}  // namespace retake
