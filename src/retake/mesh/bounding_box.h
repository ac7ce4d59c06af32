#pragma once
#include "retake/numerics/linear_types.h"

namespace retake {

// The smallest box along the axes that holds all points; of none, a box without extent at 0.
struct BoundingBox {
  Vec3 least = Vec3::Zero(), most = Vec3::Zero();

  Vec3 extent() const { return most - least; }
  Vec3 centre() const { return 0.5 * (least + most); }
  // What lengths are compared with: the size of a body.
  double diagonal() const { return extent().norm(); }
};

// Points: 3 x n, of any scalar.
template <class Points>
BoundingBox bounding_box(const Points& points) {
  if (points.cols() == 0) return {};
  return {points.rowwise().minCoeff().template cast<double>(),
          points.rowwise().maxCoeff().template cast<double>()};
}

}  // namespace retake
