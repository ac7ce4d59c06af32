#include "retake/mesh/triangle_point.h"

#include <algorithm>

#include <Eigen/Geometry>

namespace retake {

namespace {

// Share of b, 0 to 1, in the nearest point of the segment from a to b.
double nearest_on_segment(const Vec3& point, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double length2 = along.squaredNorm();
  return length2 > 0 ? std::clamp((point - a).dot(along) / length2, 0.0, 1.0) : 0;
}

}  // namespace

TrianglePoint nearest_on_triangle(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c) {
  Mat3 corners;
  corners << a, b, c;
  const auto at = [&](const Vec3& weights) -> TrianglePoint {
    return {weights, (point - corners * weights).norm()};
  };
  const Vec3 normal = (b - a).cross(c - a);
  const double area2 = normal.squaredNorm();
  if (area2 > 0) {
    const Vec3 parts((c - b).cross(point - b).dot(normal), (a - c).cross(point - c).dot(normal),
                     (b - a).cross(point - a).dot(normal));
    if (parts.minCoeff() >= 0) return at(parts / parts.sum());
  }
  TrianglePoint nearest{.distance = -1};
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3;
    Vec3 weights = Vec3::Zero();
    weights[next] = nearest_on_segment(point, corners.col(k), corners.col(next));
    weights[k] = 1 - weights[next];
    const TrianglePoint on_edge = at(weights);
    if (nearest.distance < 0 || on_edge.distance < nearest.distance) nearest = on_edge;
  }
  return nearest;
}

}  // namespace retake
