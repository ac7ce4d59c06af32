#pragma once
#include <vector>

#include "retake/mesh/mesh_file.h"

namespace retake {

// Vertices of a file that are one point of the body: glTF repeats a vertex where normals or texture
// part. Those that lie together at rest and in every frame are one; candidates are the vertices on
// open edges, so that closed parts which only touch stay apart.
class Welding {
 public:
  // Tolerance: of the size (box diagonal) of the rest positions.
  Welding(const TriangleMesh& rest, double tolerance);

  // Parts what does not move together.
  void add_frame(const Eigen::Matrix3Xf& positions);

  bool welds_anything() const { return !groups_.empty(); }
  // The body's vertex of each vertex of the file; body vertices in the order of their first.
  std::vector<int> body_vertices() const;

 private:
  using Group = std::vector<int>;  // vertices that lie together, ascending

  double distance_;
  int vertex_count_;
  std::vector<Group> groups_;  // of two or more
};

// The triangles by the body's vertices, without those that have lost an edge and without repeated
// ones (both sides of one sheet).
Eigen::Matrix3Xi welded_triangles(const Eigen::Matrix3Xi& triangles,
                                  const std::vector<int>& body_vertices);

}  // namespace retake
