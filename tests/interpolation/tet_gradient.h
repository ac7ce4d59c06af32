#pragma once
#include <Eigen/LU>

#include "retake/elasticity/body.h"

namespace retake {

// d x / d X of the tet.
inline Mat3 gradient_of_tet(const Body& body, Eigen::Index tet, const Eigen::Matrix3Xf& positions) {
  Mat3 rest, now;
  for (int c = 0; c < 3; ++c) {
    const int corner = body.tets(c + 1, tet), first = body.tets(0, tet);
    rest.col(c) = body.rest_positions.col(corner) - body.rest_positions.col(first);
    now.col(c) = (positions.col(corner) - positions.col(first)).cast<double>();
  }
  return now * rest.inverse();
}

}  // namespace retake
