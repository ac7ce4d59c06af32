#pragma once
#include "retake/numerics/linear_types.h"

namespace retake {

// The point of a triangle that is nearest to some point.
struct TrianglePoint {
  Vec3 weights = Vec3::Zero();  // barycentric, not negative, sum 1
  double distance = 0;          // m
};

// A triangle without area is taken as its three edges.
TrianglePoint nearest_on_triangle(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace retake
