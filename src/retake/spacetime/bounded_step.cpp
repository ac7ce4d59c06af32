#include "retake/spacetime/bounded_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "retake/numerics/dense_blas.h"

namespace retake {

namespace {

constexpr double least_relative = 1e-12;  // relative; what K cannot tell from zero

}  // namespace

PrincipalDirections principal_directions(const MatX& K, const VecX& D,
                                         const DisplacementOf& displacement_of) {
  const double largest = D.size() > 0 ? D.maxCoeff() : 0;
  const VecX inverse =
      D.unaryExpr([&](double d) { return d > least_relative * largest ? 1 / d : 0.0; });
  DenseEigen eigen = dense_symmetric_eigen(inverse.asDiagonal() * K * inverse.asDiagonal());
  PrincipalDirections directions{inverse.asDiagonal() * eigen.vectors, eigen.values, {}, {}};
  const double floor = eigen.values.size() > 0 ? least_relative * eigen.values.maxCoeff() : 0;
  directions.compliance = directions.compliance.cwiseMax(floor);
  directions.displacement.resize(K.rows());
  for (Eigen::Index i = 0; i < K.rows(); ++i) {
    directions.displacement[i] = displacement_of(directions.multipliers.col(i));
  }
  directions.is_unbounded.assign(static_cast<std::size_t>(K.rows()), 0);
  return directions;
}

BoundedStep bounded_step(const PrincipalDirections& directions, const VecX& error, double farthest,
                         BeyondBound beyond, const DisplacementOf& displacement_of) {
  BoundedStep step{VecX::Zero(error.size()), {}};
  VecX beyond_bound = VecX::Zero(error.size());
  for (Eigen::Index i = 0; i < directions.compliance.size(); ++i) {
    const double s = directions.compliance[i];
    if (!(s > 0)) continue;
    const VecX direction = directions.multipliers.col(i);
    const double wanted = direction.dot(error) / s;
    const double over = std::abs(wanted) * directions.displacement[i] / farthest;
    if (over <= 1 || directions.is_unbounded[static_cast<std::size_t>(i)] != 0) {
      step.multipliers += wanted * direction;
      continue;
    }
    step.yielded.push_back(i);
    const double kept = beyond == BeyondBound::at_bound ? 1 / over : std::max(0.0, 2 - over);
    beyond_bound += kept * wanted * direction;
  }
  if (step.yielded.empty()) return step;
  if (beyond == BeyondBound::fade) {
    step.multipliers += beyond_bound;
    return step;
  }
  const double room = std::max(0.0, farthest - displacement_of(step.multipliers));
  const double together = displacement_of(beyond_bound);
  if (together > 0) step.multipliers += std::min(1.0, room / together) * beyond_bound;
  return step;
}

}  // namespace retake
