#include "scenes/blade.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace retake {

namespace {

// Values of a function on [0, 1], looked up instead of computed.
class Table {
 public:
  explicit Table(const std::function<double(double)>& function) {
    for (std::size_t i = 0; i <= steps; ++i) values_[i] = function(static_cast<double>(i) / steps);
    values_[steps + 1] = values_[steps];
  }
  double operator()(double t) const {
    const double at = t * steps;
    const auto i = static_cast<std::size_t>(at);
    const double part = at - static_cast<double>(i);
    return (1 - part) * values_[i] + part * values_[i + 1];
  }

 private:
  static constexpr std::size_t steps = 128;
  std::array<double, steps + 2> values_{};
};

}  // namespace

DistanceField blade_field(const Blade& blade) {
  const Table half_width(blade.half_width);
  const Vec3 side = blade.normal.cross(blade.direction);
  const double r = blade.half_thickness;
  const auto distance = [blade, half_width, side, r](const Vec3& point) {
    const Vec3 p = point - blade.base;
    const double along = p.dot(blade.direction), across = p.dot(side);
    const double t = std::clamp(along / blade.length, 0.0, 1.0);
    const double rim = std::max(half_width(t) - r, 0.0);
    const double lift = blade.bend * blade.length * t * t +
                        (rim > 0 ? blade.cup * across * across / std::max(rim, 2 * r) : 0);
    const double beyond = std::max(std::abs(across) - rim, 0.0);
    const double height = p.dot(blade.normal) - lift;
    // The plate is steep where it bends and cups; the factor keeps the field from growing too fast.
    return 0.8 * (std::hypot(along - t * blade.length, beyond, height) - r);
  };
  Eigen::AlignedBox3d box;
  for (int i = 0; i <= 20; ++i)
    for (const double rim : {-1.0, 0.0, 1.0}) {
      const double t = i / 20.0, across = rim * half_width(t);
      const double lift = blade.bend * blade.length * t * t + std::abs(blade.cup * across);
      box.extend(blade.base + t * blade.length * blade.direction + across * side +
                 lift * blade.normal);
    }
  const Vec3 rim = Vec3::Constant(2 * r);
  return {distance, {box.min() - rim, box.max() + rim}};
}

}  // namespace retake
