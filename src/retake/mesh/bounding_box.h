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

// Positions: 3 x n, of any scalar.
template <class Positions>
BoundingBox bounding_box(const Positions& positions) {
  if (positions.cols() == 0) return {};
  return {positions.rowwise().minCoeff().template cast<double>(),
          positions.rowwise().maxCoeff().template cast<double>()};
}

}  // namespace retake
