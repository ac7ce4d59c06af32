#include "retake/mesh/distance_field.h"

#include <algorithm>
#include <cmath>

namespace retake {
namespace {

Eigen::AlignedBox3d box_at(const Vec3& center, const Vec3& half_size) {
  return {center - half_size, center + half_size};
}

struct Capsule {
  Vec3 a, axis;
  double inverse_square;  // of the axis' length; 0 for a ball
  double radius_a, growth;

  Capsule(const Vec3& from, const Vec3& to, double radius_from, double radius_to)
      : a(from), axis(to - from), radius_a(radius_from), growth(radius_to - radius_from) {
    const double square = axis.squaredNorm();
    inverse_square = square > 0 ? 1 / square : 0;
  }
  double distance(const Vec3& p) const {
    const double t = std::clamp((p - a).dot(axis) * inverse_square, 0.0, 1.0);
    return (p - a - t * axis).norm() - radius_a - growth * t;
  }
  Eigen::AlignedBox3d box() const {
    Eigen::AlignedBox3d box = box_at(a, Vec3::Constant(radius_a));
    return box.extend(box_at(a + axis, Vec3::Constant(radius_a + growth)));
  }
};

}  // namespace

DistanceField ball_field(const Vec3& center, double radius) {
  return {[=](const Vec3& p) { return (p - center).norm() - radius; },
          box_at(center, Vec3::Constant(radius))};
}

DistanceField capsule_field(const Vec3& a, const Vec3& b, double radius_a, double radius_b) {
  const Capsule capsule(a, b, radius_a, radius_b);
  return {[capsule](const Vec3& p) { return capsule.distance(p); }, capsule.box()};
}

DistanceField tube_field(const std::vector<Vec3>& points, const std::vector<double>& radii) {
  std::vector<Capsule> capsules;
  Eigen::AlignedBox3d box;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    capsules.emplace_back(points[i], points[i + 1], radii[i], radii[i + 1]);
    box.extend(capsules.back().box());
  }
  return {[capsules](const Vec3& p) {
            double nearest = capsules.front().distance(p);
            for (const Capsule& capsule : capsules)
              nearest = std::min(nearest, capsule.distance(p));
            return nearest;
          },
          box};
}

DistanceField smooth_tube_field(const std::vector<Vec3>& points, const std::vector<double>& radii) {
  constexpr int pieces = 5;  // between two points
  const std::size_t last = points.size() - 1;
  const auto at = [&](std::size_t i) {
    return Eigen::Vector4d(points[i].x(), points[i].y(), points[i].z(), radii[i]);
  };
  std::vector<Vec3> fine_points;
  std::vector<double> fine_radii;
  for (std::size_t i = 0; i < last; ++i) {
    const Eigen::Vector4d a = at(i), b = at(i + 1);
    const Eigen::Vector4d slope_a = i > 0 ? Eigen::Vector4d((b - at(i - 1)) / 2) : b - a;
    const Eigen::Vector4d slope_b = i + 1 < last ? Eigen::Vector4d((at(i + 2) - a) / 2) : b - a;
    for (int k = i == 0 ? 0 : 1; k <= pieces; ++k) {
      const double t = static_cast<double>(k) / pieces, u = 1 - t;
      const Eigen::Vector4d p = u * u * (1 + 2 * t) * a + t * u * u * slope_a +
                                t * t * (1 + 2 * u) * b - t * t * u * slope_b;
      fine_points.emplace_back(p.head<3>());
      fine_radii.push_back(p[3]);
    }
  }
  return tube_field(fine_points, fine_radii);
}

DistanceField ellipsoid_field(const Vec3& center, const Vec3& radii, const Mat3& axes) {
  // |q/r| - 1 over the length of its gradient: exact to first order at the surface.
  const auto distance = [=](const Vec3& p) {
    const Vec3 q = axes.transpose() * (p - center);
    const double scaled = q.cwiseQuotient(radii).norm();
    const double slope = q.cwiseQuotient(radii.cwiseAbs2()).norm();
    if (slope < 1e-9) return -radii.minCoeff();
    return scaled * (scaled - 1) / slope;
  };
  const Vec3 half = (axes.cwiseAbs2() * radii.cwiseAbs2()).cwiseSqrt();
  return {distance, box_at(center, half)};
}

DistanceField box_field(const Vec3& center, const Vec3& half_size, double rounding) {
  const Vec3 core = half_size - Vec3::Constant(rounding);
  return {[=](const Vec3& p) {
            const Vec3 q = (p - center).cwiseAbs() - core;
            return q.cwiseMax(0.0).norm() + std::min(q.maxCoeff(), 0.0) - rounding;
          },
          box_at(center, half_size)};
}

DistanceField cut_field(const DistanceField& solid, const Vec3& point, const Vec3& normal) {
  return {[=](const Vec3& p) { return std::max(solid(p), -(p - point).dot(normal)); }, solid.box};
}

double smooth_min(double a, double b, double k) {
  const double overlap = std::max(k - std::abs(a - b), 0.0);
  return std::min(a, b) - (k > 0 ? overlap * overlap / (4 * k) : 0);
}

DistanceField union_field(std::vector<BlendedField> solids) {
  Eigen::AlignedBox3d box;
  double bulge = 0;  // a fillet bulges by at most a quarter of its width
  for (const BlendedField& solid : solids) {
    box.extend(solid.field.box);
    bulge = std::max(bulge, solid.blend / 4);
  }
  const double far_away = 2 * box.diagonal().norm();
  const auto distance = [solids = std::move(solids), box, far_away](const Vec3& p) {
    double sum = far_away + box.exteriorDistance(p);
    for (const auto& [field, blend] : solids)
      if (field.box.exteriorDistance(p) < sum + blend) sum = smooth_min(sum, field(p), blend);
    return sum;
  };
  return {distance, box_at(box.center(), box.sizes() / 2 + Vec3::Constant(bulge))};
}

Vec3 gradient_of(const DistanceField& field, const Vec3& point, double step) {
  Vec3 gradient;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 offset = Vec3::Unit(axis) * step;
    gradient[axis] = (field(point + offset) - field(point - offset)) / (2 * step);
  }
  return gradient;
}

Vec3 projected_onto(const DistanceField& field, const Vec3& point, double reach) {
  constexpr int newton_steps = 4;
  constexpr double close_enough = 1e-4;  // of the reach
  Vec3 moved = point;
  for (int i = 0; i < newton_steps; ++i) {
    const double distance = field(moved);
    if (std::abs(distance) < close_enough * reach) break;
    const Vec3 gradient = gradient_of(field, moved, 1e-3 * reach);
    const double steepness = gradient.squaredNorm();
    if (steepness < 1e-6) break;
    moved -= gradient * (distance / steepness);
  }
  const Vec3 way = moved - point;
  return way.norm() <= reach ? moved : point;
}

}  // namespace retake
