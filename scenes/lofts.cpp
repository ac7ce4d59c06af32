#include "scenes/lofts.h"

#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

namespace retake {
namespace {

using std::numbers::pi;

TriangleMesh to_mesh(const std::vector<Vec3>& positions,
                     const std::vector<Eigen::Vector3i>& triangles) {
  TriangleMesh mesh;
  mesh.positions.resize(3, static_cast<Eigen::Index>(positions.size()));
  for (std::size_t v = 0; v < positions.size(); ++v)
    mesh.positions.col(static_cast<Eigen::Index>(v)) = positions[v];
  mesh.triangles.resize(3, static_cast<Eigen::Index>(triangles.size()));
  for (std::size_t t = 0; t < triangles.size(); ++t)
    mesh.triangles.col(static_cast<Eigen::Index>(t)) = triangles[t];
  return mesh;
}

// Closes rings of `sides` points each, between a first and a last single point. Rings run
// counter-clockwise seen from the last.
TriangleMesh skin(const Vec3& first, const std::vector<Vec3>& rings, const Vec3& last, int sides) {
  std::vector<Vec3> positions = {first};
  positions.insert(positions.end(), rings.begin(), rings.end());
  positions.push_back(last);
  const int ring_count = static_cast<int>(rings.size()) / sides;
  const int end = static_cast<int>(positions.size()) - 1;
  std::vector<Eigen::Vector3i> triangles;
  const auto at = [&](int ring, int side) { return 1 + ring * sides + side % sides; };
  for (int s = 0; s < sides; ++s) {
    triangles.emplace_back(0, at(0, s + 1), at(0, s));
    for (int r = 0; r + 1 < ring_count; ++r) {
      triangles.emplace_back(at(r, s), at(r, s + 1), at(r + 1, s + 1));
      triangles.emplace_back(at(r, s), at(r + 1, s + 1), at(r + 1, s));
    }
    triangles.emplace_back(end, at(ring_count - 1, s), at(ring_count - 1, s + 1));
  }
  return to_mesh(positions, triangles);
}

}  // namespace

TriangleMesh closed_tube(const std::vector<Vec3>& points, const std::vector<double>& radii,
                         int sides) {
  std::vector<Vec3> rings;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 along =
        (points[std::min(i + 1, points.size() - 1)] - points[i == 0 ? 0 : i - 1]).normalized();
    const Vec3 across = along.cross(std::abs(along.y()) > 0.9 ? Vec3::UnitX() : Vec3::UnitY());
    const Vec3 u = across.normalized(), v = along.cross(u);
    for (int s = 0; s < sides; ++s) {
      const double angle = 2 * pi * s / sides;
      rings.push_back(points[i] + radii[i] * (std::cos(angle) * u + std::sin(angle) * v));
    }
  }
  return skin(points.front(), rings, points.back(), sides);
}

TriangleMesh ball(const Vec3& center, double radius, int sides) {
  std::vector<Vec3> rings;
  const int half = sides / 2;  // steps from pole to pole
  for (int r = 1; r < half; ++r)
    for (int s = 0; s < sides; ++s) {
      const double polar = pi * r / half, angle = 2 * pi * s / sides;
      rings.push_back(center + radius * Vec3(std::sin(polar) * std::sin(angle), -std::cos(polar),
                                             std::sin(polar) * std::cos(angle)));
    }
  return skin(center - radius * Vec3::UnitY(), rings, center + radius * Vec3::UnitY(), sides);
}

TriangleMesh extruded(const std::vector<Eigen::Vector2d>& polygon, double back, double front) {
  const auto at = [&](std::size_t corner, double z) {
    const Eigen::Vector2d& p = polygon[corner % polygon.size()];
    return Vec3(p.x(), p.y(), z);
  };
  std::vector<Vec3> positions;
  std::vector<Eigen::Vector3i> triangles;
  const auto add = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    const int first = static_cast<int>(positions.size());
    positions.insert(positions.end(), {a, b, c});
    triangles.emplace_back(first, first + 1, first + 2);
  };
  const std::size_t last = polygon.size() - 1;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    add(at(i, back), at(i + 1, front), at(i, front));
    add(at(i, back), at(i + 1, back), at(i + 1, front));
    if (i + 1 >= last) continue;
    add(at(last, front), at(i, front), at(i + 1, front));
    add(at(last, back), at(i + 1, back), at(i, back));
  }
  return to_mesh(positions, triangles);
}

TriangleMesh merged(const std::vector<TriangleMesh>& meshes) {
  std::vector<Vec3> positions;
  std::vector<Eigen::Vector3i> triangles;
  for (const TriangleMesh& mesh : meshes) {
    const int offset = static_cast<int>(positions.size());
    for (int v = 0; v < mesh.vertex_count(); ++v) positions.emplace_back(mesh.positions.col(v));
    for (int t = 0; t < mesh.triangle_count(); ++t)
      triangles.emplace_back(mesh.triangles.col(t).array() + offset);
  }
  return to_mesh(positions, triangles);
}

}  // namespace retake
