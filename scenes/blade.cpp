#include "scenes/blade.h"

#include <algorithm>
#include <cmath>

namespace retake {

DistanceField blade_field(const Blade& blade) {
  const Vec3 side = blade.normal.cross(blade.direction);
  const double r = blade.half_thickness;
  const auto distance = [blade, side, r](const Vec3& point) {
    const Vec3 p = point - blade.base;
    const double along = p.dot(blade.direction), across = p.dot(side);
    const double t = std::clamp(along / blade.length, 0.0, 1.0);
    const double rim = std::max(blade.half_width(t) - r, 0.0);
    const double lift = blade.bend * blade.length * t * t +
                        (rim > 0 ? blade.cup * across * across / std::max(rim, 2 * r) : 0);
    const double beyond = std::max(std::abs(across) - rim, 0.0);
    const double height = p.dot(blade.normal) - lift;
    // The plate is steep where it bends and cups; the factor keeps the field from growing too fast.
    return 0.8 * (std::hypot(along - t * blade.length, beyond, height) - r);
  };
  double widest = 0;
  for (int i = 0; i <= 20; ++i) widest = std::max(widest, blade.half_width(i / 20.0));
  const double reach =
      blade.length * (1 + std::abs(blade.bend)) + widest * (1 + std::abs(blade.cup));
  return {distance, {blade.base - Vec3::Constant(reach), blade.base + Vec3::Constant(reach)}};
}

}  // namespace retake
