#include "retake/interpolation/pose_bend.h"

#include <algorithm>

#include <Eigen/Cholesky>

#include "retake/mesh/bounding_box.h"

namespace retake {

namespace {

constexpr double met = 2e-7;           // of the size: what single precision can tell
constexpr double same_place = 5e-8;    // of the size: nothing was moved
constexpr double least_stretch = 0.1;  // of an element's volume, that a step may leave
constexpr double settled = 1e-3;       // relative change of z that nobody sees
constexpr double rank_tolerance = 1e-9;
constexpr int most_iterations = 16, most_halvings = 6, most_corrections = 3;

MatX with_rigid(const Modes& modes) {
  MatX all(modes.shapes.rows(), modes.shapes.cols() + modes.rigid.cols());
  all << modes.shapes, modes.rigid;
  return all;
}

double box_size(const Points& rest) { return bounding_box(rest).diagonal(); }

double largest(const VecX& differences) {
  double most = 0;
  for (Eigen::Index i = 0; i + 2 < differences.size(); i += 3)
    most = std::max(most, differences.segment<3>(i).norm());
  return most;
}

VecX targets_of(const std::vector<BentPoint>& points) {
  VecX targets(3 * std::ssize(points));
  for (std::size_t i = 0; i < points.size(); ++i)
    targets.segment<3>(3 * static_cast<Eigen::Index>(i)) = points[i].target;
  return targets;
}

VecX places_in(const Eigen::Matrix3Xf& positions, const std::vector<BentPoint>& points) {
  VecX places(3 * std::ssize(points));
  for (std::size_t i = 0; i < points.size(); ++i)
    places.segment<3>(3 * static_cast<Eigen::Index>(i)) =
        positions.col(points[i].vertex).cast<double>();
  return places;
}

}  // namespace

PoseBend::PoseBend(const Body& body, const Modes& modes, const Eigen::Matrix3Xf& pose)
    : pose_(pose),
      shapes_(with_rigid(modes).cast<float>()),
      warp_(body, std::make_shared<const Motion>(Motion{24, 0, {pose}})),
      size_(box_size(body.rest_positions)) {
  const double softest = modes.eigenvalues.size() > 0 ? modes.eigenvalues[0] : 1;
  compliance_ = VecX::Constant(shapes_.cols(), 1 / softest);
  compliance_.head(modes.eigenvalues.size()) = modes.eigenvalues.cwiseInverse();
  z_ = VecX::Zero(shapes_.cols());
}

Eigen::Matrix3Xf PoseBend::linear_edit(const VecX& z) const {
  const Eigen::VectorXf u = shapes_ * z.cast<float>();
  return u.reshaped(3, pose_.cols());
}

const Warp::Probe& PoseBend::probe_of(int vertex) {
  auto& probe = probes_[vertex];
  if (!probe) probe = warp_.probe({{vertex, 1}});
  return *probe;
}

PoseBend::Realized PoseBend::realize(const std::vector<BentPoint>& points, const VecX& z,
                                     Warp::WithGradient gradient) {
  const Eigen::Matrix3Xf edit = linear_edit(z);
  Realized realized = {VecX(3 * std::ssize(points)), MatX(3 * std::ssize(points), z.size())};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto row = 3 * static_cast<Eigen::Index>(i);
    const auto at = warp_.probe(probe_of(points[i].vertex), 0, edit, gradient);
    realized.positions.segment<3>(row) = at.position;
    if (gradient == Warp::WithGradient::yes)
      realized.J.middleRows<3>(row) = (at.gradient * shapes_).cast<double>();
    realized.smallest_stretch = std::min(realized.smallest_stretch, at.smallest_stretch);
  }
  return realized;
}

// The change of z that leads to the least energy which meets the targets, linearized about z.
VecX PoseBend::step(const Realized& at, const VecX& targets) const {
  const MatX AJ = compliance_.asDiagonal() * at.J.transpose();
  MatX gram = at.J * AJ;
  gram.diagonal().array() += rank_tolerance * gram.diagonal().maxCoeff();
  return AJ * gram.ldlt().solve(targets - at.positions + at.J * z_) - z_;
}

// Newton steps, each as far as the points come nearer and no element is lost.
int PoseBend::approach(const std::vector<BentPoint>& points, const VecX& targets) {
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    const Realized at = realize(points, z_, Warp::WithGradient::yes);
    const double miss = largest(targets - at.positions);
    const VecX change = step(at, targets);
    if (miss < met * size_ && change.norm() <= settled * z_.norm()) return iteration;
    double share = 1;
    for (int halving = 0;; ++halving, share /= 2) {
      if (halving > most_halvings) return iteration;
      const Realized there = realize(points, z_ + share * change, Warp::WithGradient::no);
      const double left = largest(targets - there.positions);
      const bool nearer = left < std::max((1 - share / 4) * miss, met * size_);
      if (nearer && there.smallest_stretch > least_stretch) break;
    }
    z_ += share * change;
  }
  return most_iterations;
}

PoseBend::Bent PoseBend::bend(const std::vector<BentPoint>& points) {
  const VecX wanted = targets_of(points);
  const VecX before = places_in(pose_, points);
  if (largest(wanted - before) <= same_place * size_) {
    z_.setZero();
    return {pose_, largest(wanted - before), 0};
  }
  Bent bent;
  VecX targets = wanted;
  for (int correction = 0; correction < most_corrections; ++correction) {
    bent.iterations += approach(points, targets);
    bent.positions = warp_.warp(0, linear_edit(z_));
    const VecX left = wanted - places_in(bent.positions, points);
    bent.miss = largest(left);
    if (bent.miss < met * size_ || bent.miss > 1e-3 * size_) break;
    targets += left;  // what probes and the whole body differ in
  }
  return bent;
}

}  // namespace retake
