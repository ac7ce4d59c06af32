#pragma once
#include <functional>
#include <vector>

#include <Eigen/Geometry>

#include "retake/numerics/linear_types.h"

namespace retake {

// A solid by the signed distance to its surface, metres, negative inside. The distance may be
// approximate, but its zero is the surface and it grows by at most `steepest_distance` per metre,
// so that empty space can be skipped.
struct DistanceField {
  std::function<double(const Vec3&)> distance;
  Eigen::AlignedBox3d box;  // holds the solid

  double operator()(const Vec3& point) const { return distance(point); }
};

constexpr double steepest_distance = 1.5;

DistanceField ball_field(const Vec3& center, double radius);

// A capsule whose radius goes evenly from one end to the other.
DistanceField capsule_field(const Vec3& a, const Vec3& b, double radius_a, double radius_b);

// Capsules from point to point, one radius at each point.
DistanceField tube_field(const std::vector<Vec3>& points, const std::vector<double>& radii);

// The same along a smooth curve through the points (Catmull and Rom 1974), radii likewise.
DistanceField smooth_tube_field(const std::vector<Vec3>& points, const std::vector<double>& radii);

// `axes` turns the ellipsoid's own axes into the world's.
DistanceField ellipsoid_field(const Vec3& center, const Vec3& radii,
                              const Mat3& axes = Mat3::Identity());

// Edges are rounded with `rounding`, which the half size contains.
DistanceField box_field(const Vec3& center, const Vec3& half_size, double rounding);

// What of the solid lies on the side of the plane that its unit normal points to.
DistanceField cut_field(const DistanceField& solid, const Vec3& point, const Vec3& normal);

// min(a, b) whose crease is filled over the width k (Quilez 2013, quadratic polynomial).
double smooth_min(double a, double b, double k);

// Joins the solids one after another; the fillet between a solid and what came before it is about
// `blend` wide (0: a sharp crease).
struct BlendedField {
  DistanceField field;
  double blend = 0;
};
DistanceField union_field(std::vector<BlendedField> solids);

// Central difference over 2 `step`; towards the outside, not of unit length.
Vec3 gradient_of(const DistanceField& field, const Vec3& point, double step);

// The point moved along the gradient onto the surface, by at most `reach`.
Vec3 projected_onto(const DistanceField& field, const Vec3& point, double reach);

}  // namespace retake
