#pragma once
#include <vector>

#include "retake/numerics/linear_types.h"

namespace retake {

// A linear functional of vertex positions, sum of weight * x(vertex): the point that a handle
// holds.
struct WeightedVertex {
  int vertex = 0;
  double weight = 1;

  bool operator==(const WeightedVertex&) const = default;
};
using WeightedPoint = std::vector<WeightedVertex>;

// A vertex that the reconstruction must keep at its height over a plane, or put there.
struct WarpContact {
  int vertex = 0;
  Vec3 normal = Vec3::UnitY();  // unit, world axes
  double offset = 0;            // the edited vertex stands at input + offset along the normal, m
  double softness = 0;          // 0: held; else alone it takes 1 / (1 + softness) of the way
  // Of the body itself: the height is that over this point (weights sum to 1), which moves too.
  // Empty: the plane stands still.
  WeightedPoint against = {};

  WeightedPoint point() const;  // vertex minus `against`
};

inline WeightedPoint WarpContact::point() const {
  WeightedPoint point = {{vertex, 1}};
  for (const auto& [other, weight] : against) point.push_back({other, -weight});
  return point;
}

}  // namespace retake
