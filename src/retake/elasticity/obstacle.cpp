#include "retake/elasticity/obstacle.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "retake/numerics/errors.h"

namespace retake {

namespace {

constexpr double on_surface = 1e-12;  // m: nearer than this, the surface itself gives the normal

SurfaceDistance distance_to_shape(const PlaneObstacle& plane, const Vec3& point) {
  return {plane.normal.dot(point - plane.point), plane.normal};
}

SurfaceDistance distance_to_shape(const SphereObstacle& sphere, const Vec3& point) {
  const Vec3 out = point - sphere.center;
  const double length = out.norm();
  return {length - sphere.radius, length > on_surface ? Vec3(out / length) : Vec3::UnitY()};
}

SurfaceDistance distance_to_shape(const BoxObstacle& box, const Vec3& point) {
  const Vec3 from_center = point - box.center;
  const Vec3 beyond = from_center.cwiseAbs() - box.half_size;
  const Vec3 sign = from_center.unaryExpr([](double x) { return x < 0 ? -1.0 : 1.0; });
  const Vec3 outside = beyond.cwiseMax(0);
  const double length = outside.norm();
  if (length > on_surface) return {length, outside.cwiseProduct(sign) / length};
  Eigen::Index nearest = 0;
  const double depth = beyond.maxCoeff(&nearest);
  return {depth, sign[nearest] * Vec3::Unit(nearest)};
}

// A piece of the stairs' profile in the (x, y) plane: from a to b, solid on the side that `normal`
// points away from.
struct ProfileSegment {
  Eigen::Vector2d a, b, normal;
};

struct ProfileDistance {
  double distance = std::numeric_limits<double>::infinity();
  Eigen::Vector2d normal = Eigen::Vector2d::UnitY();
};

// Unsigned distance; `normal` is the segment's own where the nearest point lies within it, else
// the direction from its end to the point, turned outwards.
ProfileDistance distance_to_segment(const ProfileSegment& segment, const Eigen::Vector2d& point,
                                    bool inside) {
  const Eigen::Vector2d along = segment.b - segment.a;
  const double t = (point - segment.a).dot(along) / along.squaredNorm();
  if (t >= 0 && t <= 1) {
    return {std::abs(segment.normal.dot(point - segment.a)), segment.normal};
  }
  const Eigen::Vector2d out = point - (t < 0 ? segment.a : segment.b);
  const double length = out.norm();
  if (length <= on_surface) return {length, segment.normal};
  return {length, out / (inside ? -length : length)};
}

bool inside_stairs(const StairsObstacle& stairs, const Eigen::Vector2d& below_top) {
  const double passed =
      std::clamp(std::ceil(below_top.x() / stairs.run), 0.0, static_cast<double>(stairs.steps));
  return below_top.y() < -passed * stairs.rise;
}

SurfaceDistance distance_to_shape(const StairsObstacle& stairs, const Vec3& point) {
  const Eigen::Vector2d p = (point - stairs.top).head<2>();
  const bool inside = inside_stairs(stairs, p);
  ProfileDistance nearest;
  const auto consider = [&](const ProfileSegment& segment) {
    const ProfileDistance found = distance_to_segment(segment, p, inside);
    if (found.distance < nearest.distance) nearest = found;
  };
  // The first tread and the floor go on to infinity: end them further away than the point.
  const double far = std::abs(p.x()) + std::abs(p.y()) + stairs.run * (stairs.steps + 1);
  for (int i = 0; i <= stairs.steps; ++i) {
    const double left = i == 0 ? -far : (i - 1) * stairs.run;
    const double right = i == stairs.steps ? 2 * far : i * stairs.run;
    const double height = -i * stairs.rise;
    consider({{left, height}, {right, height}, {0, 1}});
    if (i < stairs.steps) consider({{right, height}, {right, height - stairs.rise}, {1, 0}});
  }
  return {inside ? -nearest.distance : nearest.distance,
          {nearest.normal.x(), nearest.normal.y(), 0}};
}

std::string check(const PlaneObstacle& plane) {
  if (!plane.point.allFinite()) return "a plane through a finite point";
  return std::abs(plane.normal.norm() - 1) < 1e-6 ? "" : "a plane with a unit normal";
}

std::string check(const BoxObstacle& box) {
  return box.center.allFinite() && box.half_size.allFinite() && box.half_size.minCoeff() > 0
             ? ""
             : "a box with finite centre and half sizes above 0";
}

std::string check(const SphereObstacle& sphere) {
  return sphere.center.allFinite() && std::isfinite(sphere.radius) && sphere.radius > 0
             ? ""
             : "a sphere with finite centre and a radius above 0";
}

std::string check(const StairsObstacle& stairs) {
  return stairs.top.allFinite() && std::isfinite(stairs.run) && stairs.run > 0 &&
                 std::isfinite(stairs.rise) && stairs.rise > 0 && stairs.steps >= 1 &&
                 stairs.steps <= 10'000
             ? ""
             : "stairs of 1 to 10,000 steps, run and rise above 0";
}

}  // namespace

SurfaceDistance distance_to(const Obstacle& obstacle, const Vec3& point) {
  return std::visit([&](const auto& shape) { return distance_to_shape(shape, point); },
                    obstacle.shape);
}

void validate(const Obstacle& obstacle) {
  const std::string where = "obstacle '" + obstacle.name + "'";
  const std::string wanted =
      std::visit([](const auto& shape) { return check(shape); }, obstacle.shape);
  if (!wanted.empty()) {
    throw InputError(
        {.what = "the obstacle's shape makes no sense", .where = where, .expected = wanted});
  }
  if (!std::isfinite(obstacle.friction) || obstacle.friction < 0) {
    throw InputError({.what = "the friction coefficient makes no sense",
                      .where = where,
                      .expected = "0 or more",
                      .found = std::to_string(obstacle.friction)});
  }
}

}  // namespace retake
