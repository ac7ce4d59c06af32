#include "shapes.h"

#include <cmath>
#include <numbers>

namespace retake::shapes {

constexpr double pi = std::numbers::pi;

TriangleMesh sphere(const Vec3& center, double radius, int rings) {
  return bent_grid(2 * rings + 1, rings + 1, [&](double u, double v) -> Vec3 {
    const double around = 2 * pi * u, down = pi * v;
    return center + radius * Vec3(std::sin(down) * std::sin(around), -std::cos(down),
                                  std::sin(down) * std::cos(around));
  });
}

TriangleMesh torus(const Vec3& center, double radius, double thickness, int rings) {
  return bent_grid(rings + 1, rings / 2 + 1, [&](double u, double v) -> Vec3 {
    const double around = 2 * pi * u, across = 2 * pi * v;
    const double out = radius - thickness * std::cos(across);
    return center +
           Vec3(out * std::sin(around), thickness * -std::sin(across), out * std::cos(around));
  });
}

TriangleMesh box(const Vec3& low, const Vec3& high) {
  TriangleMesh mesh{Points(3, 8), Eigen::Matrix3Xi(3, 12)};
  for (int i = 0; i < 8; ++i) {
    mesh.positions.col(i) << (i & 1 ? high : low).x(), (i & 2 ? high : low).y(),
        (i & 4 ? high : low).z();
  }
  mesh.triangles << 0, 3, 4, 7, 0, 5, 2, 7, 0, 6, 1, 7,  //
      2, 1, 5, 6, 1, 4, 6, 3, 4, 2, 3, 5,                //
      3, 0, 7, 4, 5, 0, 7, 2, 6, 0, 7, 1;
  return mesh;
}

}  // namespace retake::shapes
