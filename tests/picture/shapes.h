#pragma once
#include "retake/mesh/triangle_mesh.h"

namespace retake::shapes {

// A grid of `across` x `along` points bent by `at(u, v)`, u and v from 0 to 1.
template <class At>
TriangleMesh bent_grid(int across, int along, const At& at) {
  TriangleMesh mesh{Points(3, across * along), Eigen::Matrix3Xi(3, 2 * (across - 1) * (along - 1))};
  for (int j = 0, t = 0; j < along; ++j) {
    for (int i = 0; i < across; ++i) {
      const int v = j * across + i;
      mesh.positions.col(v) = at(i / (across - 1.0), j / (along - 1.0));
      if (i + 1 == across || j + 1 == along) continue;
      mesh.triangles.col(t++) << v, v + 1, v + across + 1;
      mesh.triangles.col(t++) << v, v + across + 1, v + across;
    }
  }
  return mesh;
}

TriangleMesh sphere(const Vec3& center, double radius, int rings = 48);
TriangleMesh torus(const Vec3& center, double radius, double thickness, int rings = 64);
TriangleMesh box(const Vec3& low, const Vec3& high);

}  // namespace retake::shapes
