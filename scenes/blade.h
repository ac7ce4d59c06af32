#pragma once
#include <functional>

#include "retake/mesh/distance_field.h"

namespace retake {

// A petal or leaf: a thin plate with a round rim that starts at `base`, runs along `direction` and
// bends towards `normal`.
struct Blade {
  Vec3 base = Vec3::Zero();
  Vec3 direction = Vec3::UnitX();  // unit
  Vec3 normal = Vec3::UnitY();     // unit, across the direction
  double length = 0.4;             // metres
  double half_thickness = 0.012;
  double bend = 0;  // height above the straight line at the tip, over the length
  double cup = 0;   // height of the rims above the middle, over the half width
  std::function<double(double)> half_width;  // metres, at 0 (base) to 1 (tip)
};
DistanceField blade_field(const Blade& blade);

}  // namespace retake
