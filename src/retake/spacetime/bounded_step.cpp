#include "retake/spacetime/bounded_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "retake/numerics/dense_blas.h"

namespace retake {

namespace {

constexpr double least_relative = 1e-12;  // relative; what K cannot tell from zero
constexpr int bisections = 12;            // of a frame's bound

// Directions clipped to what they may go at most (cap, multipliers along each).
struct Clipped {
  const PrincipalDirections* directions;
  VecX wanted, cap;  // per direction; cap: infinite for unbounded ones

  VecX multipliers() const { return directions->multipliers * wanted.cwiseMin(cap).cwiseMax(-cap); }
  // Of what is bounded alone, in each frame.
  VecX displacement(const DisplacementOf& displacement_of) const {
    const VecX bounded = cap.array().isFinite().select(wanted.cwiseMin(cap).cwiseMax(-cap), 0.0);
    return displacement_of(directions->multipliers * bounded);
  }
  Clipped with_bound(Eigen::Index frame, double bound) const {
    Clipped less = *this;
    for (Eigen::Index i = 0; i < cap.size(); ++i) {
      const double moves = directions->displacements(frame, i);
      if (std::isfinite(cap[i]) && moves > 0) less.cap[i] = std::min(cap[i], bound / moves);
    }
    return less;
  }
};

}  // namespace

PrincipalDirections principal_directions(const MatX& K, const VecX& D,
                                         const DisplacementOf& displacement_of,
                                         const LengthOf& length_of) {
  const double largest = D.size() > 0 ? D.maxCoeff() : 0;
  const VecX inverse =
      D.unaryExpr([&](double d) { return d > least_relative * largest ? 1 / d : 0.0; });
  DenseEigen eigen = dense_symmetric_eigen(inverse.asDiagonal() * K * inverse.asDiagonal());
  PrincipalDirections directions{.multipliers = inverse.asDiagonal() * eigen.vectors,
                                 .compliance = eigen.values};
  directions.motions = K * directions.multipliers;
  const double floor = eigen.values.size() > 0 ? least_relative * eigen.values.maxCoeff() : 0;
  directions.compliance = (directions.compliance.array() > floor).select(directions.compliance, 0);
  directions.gain = VecX::Zero(K.rows());
  for (Eigen::Index i = 0; i < K.rows(); ++i) {
    const VecX moved = displacement_of(directions.multipliers.col(i));
    directions.displacements.conservativeResize(moved.size(), K.rows());
    directions.displacements.col(i) = moved;
    if (directions.compliance[i] > 0 && moved.size() > 0)
      directions.gain[i] = moved.maxCoeff() / length_of(directions.motions.col(i));
  }
  directions.is_unbounded.assign(static_cast<std::size_t>(K.rows()), 0);
  return directions;
}

VecX beyond_gain(const PrincipalDirections& directions, const VecX& error, double largest) {
  VecX beyond = VecX::Zero(error.size());
  for (Eigen::Index i = 0; i < directions.gain.size(); ++i) {
    const double gain = directions.gain[i];
    if (gain <= largest || directions.is_unbounded[static_cast<std::size_t>(i)] != 0) continue;
    const double asked = directions.multipliers.col(i).dot(error) / directions.compliance[i];
    beyond += (1 - largest / gain) * asked * directions.motions.col(i);
  }
  return beyond;
}

BoundedStep bounded_step(const PrincipalDirections& directions, const VecX& error,
                         const VecX& farthest, const DisplacementOf& displacement_of) {
  const Eigen::Index count = directions.compliance.size();
  Clipped step{&directions, VecX::Zero(count),
               VecX::Constant(count, std::numeric_limits<double>::infinity())};
  for (Eigen::Index i = 0; i < count; ++i) {
    const double s = directions.compliance[i];
    if (s > 0) step.wanted[i] = directions.multipliers.col(i).dot(error) / s;
    const VecX moved = directions.displacements.col(i).cwiseQuotient(farthest);
    const double over = moved.size() > 0 ? moved.maxCoeff() : 0;
    if (directions.is_unbounded[static_cast<std::size_t>(i)] == 0 && over > 0)
      step.cap[i] = 1 / over;
  }
  VecX moved = step.displacement(displacement_of);
  for (Eigen::Index frame = 0; frame < moved.size(); ++frame) {
    if (moved[frame] <= farthest[frame]) continue;
    double low = 0, high = farthest[frame];
    for (int i = 0; i < bisections; ++i) {
      const double bound = 0.5 * (low + high);
      const VecX then = step.with_bound(frame, bound).displacement(displacement_of);
      (then[frame] > farthest[frame] ? high : low) = bound;
    }
    step = step.with_bound(frame, low);
    moved = step.displacement(displacement_of);
  }
  BoundedStep bounded{step.multipliers(), {}};
  for (Eigen::Index i = 0; i < count; ++i) {
    if (std::abs(step.wanted[i]) > step.cap[i]) bounded.yielded.push_back(i);
  }
  return bounded;
}

}  // namespace retake
