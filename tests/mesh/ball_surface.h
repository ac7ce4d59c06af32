#pragma once
#include "retake/mesh/isosurface.h"

namespace retake {

// A ball of radius 0.5 m.
inline TriangleMesh ball_surface() {
  return extract_isosurface(ball_field({0.1, 0.2, 0.3}, 0.5), {.spacing = Vec3::Constant(0.08)});
}

inline TriangleMesh moved(TriangleMesh mesh, const Vec3& by) {
  mesh.positions.colwise() += by;
  return mesh;
}

inline TriangleMesh both(const TriangleMesh& a, const TriangleMesh& b) {
  TriangleMesh mesh;
  mesh.positions.resize(3, a.vertex_count() + b.vertex_count());
  mesh.positions << a.positions, b.positions;
  mesh.triangles.resize(3, a.triangle_count() + b.triangle_count());
  mesh.triangles << a.triangles, b.triangles.array() + a.vertex_count();
  return mesh;
}

}  // namespace retake
