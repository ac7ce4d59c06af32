#pragma once
#include <cmath>

#include "retake/mesh/surface.h"

namespace retake {

// A cube of 1 m cut into six tets around its long diagonal.
inline TetMesh sample_cube() {
  TetMesh mesh;
  mesh.positions.resize(3, 8);
  for (int v = 0; v < 8; ++v) mesh.positions.col(v) = Vec3(v & 1, (v >> 1) & 1, (v >> 2) & 1);
  mesh.tets.resize(4, 6);
  mesh.tets << 0, 0, 0, 0, 0, 0,  //
      1, 3, 2, 6, 4, 5,           //
      3, 2, 6, 4, 5, 1,           //
      7, 7, 7, 7, 7, 7;
  return mesh;
}

// The cube with numbers that have no short decimal spelling.
inline TetMesh sample_tets() {
  TetMesh mesh = sample_cube();
  mesh.positions = mesh.positions.unaryExpr([](double x) { return x / 3 + 0.1; });
  for (int v = 0; v < 8; ++v) mesh.positions(v % 3, v) += 1e-3 * std::sqrt(v + 2.0);
  return mesh;
}

// Its surface, with vertices in the order in which the triangles first name them: the order that
// welding an STL file gives.
inline TriangleMesh sample_triangles() {
  const Surface surface = surface_of(sample_tets());
  TriangleMesh mesh = surface.mesh;
  std::vector<int> order, number(static_cast<std::size_t>(mesh.vertex_count()), -1);
  for (int& vertex : mesh.triangles.reshaped()) {
    int& n = number[static_cast<std::size_t>(vertex)];
    if (n < 0) {
      n = static_cast<int>(order.size());
      order.push_back(vertex);
    }
    vertex = n;
  }
  mesh.positions = Points(surface.mesh.positions(Eigen::all, order));
  return mesh;
}

}  // namespace retake
