#include "retake/mesh/quality.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

namespace retake {
namespace {

struct Corners {
  Vec3 a, b, c, d;
};

Corners corners(const TetMesh& mesh, int tet) {
  const auto x = [&](int k) -> Vec3 { return mesh.positions.col(mesh.tets(k, tet)); };
  return {x(0), x(1), x(2), x(3)};
}

double volume(const Corners& x) { return (x.b - x.a).cross(x.c - x.a).dot(x.d - x.a) / 6; }

// Angle between the faces that meet in the edge from `a` to `b`, whose other corners are c and d.
double dihedral_angle(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 edge = b - a;
  const Vec3 m = edge.cross(c - a);
  const Vec3 n = edge.cross(d - a);
  return std::atan2(m.cross(n).norm(), m.dot(n)) * 180 / std::numbers::pi;
}

}  // namespace

double volume(const TetMesh& mesh, int tet) { return volume(corners(mesh, tet)); }

bool is_flat(const TetMesh& mesh, int tet) {
  const Corners x = corners(mesh, tet);
  const double longest = std::max({(x.b - x.a).norm(), (x.c - x.a).norm(), (x.d - x.a).norm(),
                                   (x.c - x.b).norm(), (x.d - x.b).norm(), (x.d - x.c).norm()});
  return !(std::abs(volume(x)) > flat_tet * longest * longest * longest);
}

std::vector<int> flat_triangles(const TriangleMesh& mesh) {
  std::vector<int> flat;
  for (int t = 0; t < mesh.triangle_count(); ++t) {
    const auto x = [&](int k) -> Vec3 { return mesh.positions.col(mesh.triangles(k, t)); };
    const Vec3 a = x(0), b = x(1), c = x(2);
    const double longest =
        std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
    if (!((b - a).cross(c - a).norm() > flat_tet * longest)) flat.push_back(t);
  }
  return flat;
}

TetQuality quality(const TetMesh& mesh, int tet) {
  const Corners x = corners(mesh, tet);
  TetQuality result;
  result.volume = volume(x);
  const auto [least, most] =
      std::minmax({dihedral_angle(x.a, x.b, x.c, x.d), dihedral_angle(x.a, x.c, x.b, x.d),
                   dihedral_angle(x.a, x.d, x.b, x.c), dihedral_angle(x.b, x.c, x.a, x.d),
                   dihedral_angle(x.b, x.d, x.a, x.c), dihedral_angle(x.c, x.d, x.a, x.b)});
  result.min_dihedral_angle = least;
  result.max_dihedral_angle = most;

  // Inradius 3V/S; circumradius by |a|²(b×c) + |b|²(c×a) + |c|²(a×b) over 12V.
  const Vec3 a = x.b - x.a, b = x.c - x.a, c = x.d - x.a;
  const double area =
      (a.cross(b).norm() + b.cross(c).norm() + c.cross(a).norm() + (b - a).cross(c - a).norm()) / 2;
  const double spread =
      (a.squaredNorm() * b.cross(c) + b.squaredNorm() * c.cross(a) + c.squaredNorm() * a.cross(b))
          .norm();
  const double scale = area * spread;
  result.radius_ratio = scale > 0 ? 108 * result.volume * result.volume / scale : 0;
  return result;
}

}  // namespace retake
