// Frames between poses, from what is known of these.
#include <algorithm>
#include <cmath>

#include "retake/interpolation/pose_interpolation.h"

namespace retake {
namespace {

Eigen::Matrix3Xf placed(const Eigen::Matrix3Xf& shape, const Placement& placement) {
  const auto& [rotation, translation] = placement;
  return ((rotation * shape.cast<double>()).colwise() + translation).cast<float>();
}

}  // namespace

// Pins carry the body on with the shares of its poses.
Placement PoseInterpolation::placement_at(double time) const {
  const RigidState state =
      path_ ? RigidState{path_->rotation(time), path_->centre(time)}
            : carried_by_shares(rigid_keys_, shares_at(time), rate_shares_at(time));
  return {state.rotation, state.centre - state.rotation * space_->rest_centre()};
}

double PoseInterpolation::share_of(std::size_t pose, double time) const {
  return shares_ ? shares_->at(pose, time) : pose_share(times_, pose, time);
}

VecX PoseInterpolation::shares_at(double time) const {
  return VecX::NullaryExpr(std::ssize(poses_), [&](Eigen::Index i) {
    return share_of(static_cast<std::size_t>(i), time);
  });
}

VecX PoseInterpolation::rate_shares_at(double time) const {
  return VecX::NullaryExpr(std::ssize(poses_), [&](Eigen::Index i) {
    return pose_rate_share(times_, static_cast<std::size_t>(i), time);
  });
}

PoseRemainder PoseInterpolation::remainder_at(double time) const {
  constexpr double nothing = 1e-6;  // of a remainder: less than a float of the whole shape tells
  PoseRemainder remainder = space_->nothing();
  const VecX shares = shares_at(time);
  for (std::size_t i = 0; i < poses_.size(); ++i)
    if (const double share = share_of(i, time); std::abs(share) > nothing)
      remainder.add(static_cast<float>(share), coordinates_[i].remainder);
  if (const std::size_t span = place_between(times_, time).pose; ways_->bend(span))
    remainder.pins.centres += ways_->bows(span, *space_, shares, remainder);
  for (std::size_t i = 0; i < poses_.size(); ++i)
    if (const double rate = pose_rate_share(times_, i, time); rates_[i] && rate != 0)
      remainder.add(static_cast<float>(rate), rates_[i]->remainder);
  return remainder;
}

// In the axes of the rest shape; `placement` leads from there to the world.
Eigen::Matrix3Xf PoseInterpolation::shape_at(double time, const Placement& placement) const {
  if (!others_.empty()) {
    Eigen::Matrix3Xf shape = other_shapes_->shape_of(settings_.shapes, amplitudes(time));
    for (std::size_t i = 0; i < poses_.size(); ++i)
      shape += static_cast<float>(share_of(i, time)) * others_[i].offsets;
    return shape;
  }
  const Eigen::Matrix3Xf held = held_.positions(time).cast<float>();
  return space_->shape_of(amplitudes(time), remainder_at(time), space_->unplaced(held, placement));
}

Eigen::Matrix3Xf PoseInterpolation::frame(double time) const {
  const double t = std::clamp(time, times_.front(), times_.back());
  const Placement placement = placement_at(t);
  return placed(shape_at(t, placement), placement);
}

Eigen::Matrix3Xf PoseInterpolation::blended(std::size_t first_pose, std::size_t second_pose,
                                            double share) const {
  const std::size_t first = index_of(first_pose), second = index_of(second_pose);
  std::vector<RigidKey> keys = {rigid_keys_[first], rigid_keys_[second]};
  keys[1].more_turns = 0;
  const auto [rotation, centre] =
      carried_by_shares(keys, Eigen::Vector2d(1 - share, share), Eigen::Vector2d::Zero());
  const Placement placement = {rotation, centre - rotation * space_->rest_centre()};
  const auto &a = coordinates_[first], &b = coordinates_[second];
  const auto part = static_cast<float>(share);
  PoseRemainder remainder = space_->nothing();
  remainder.add(1 - part, a.remainder);
  remainder.add(part, b.remainder);
  if (const PinWays ways(*space_, {a, b}); ways.bend(0))
    remainder.pins.centres += ways.bows(0, *space_, Eigen::Vector2d(1 - share, share), remainder);
  const Eigen::Matrix3Xf held = (1 - part) * poses_[first].positions(Eigen::all, held_.vertices()) +
                                part * poses_[second].positions(Eigen::all, held_.vertices());
  const VecX z = (1 - share) * a.amplitudes + share * b.amplitudes;
  return placed(space_->shape_of(z, remainder, space_->unplaced(held, placement)), placement);
}

Eigen::Matrix3Xf PoseInterpolation::frame_about(const Eigen::Matrix3Xf& still, double time,
                                                double share) const {
  const double t = std::clamp(time, times_.front(), times_.back());
  const PoseCoordinates given = space_->coordinates_of(still, view_);
  const VecX z = (1 - share) * given.amplitudes + share * amplitudes(t);
  const Eigen::Matrix3Xf held =
      space_->unplaced(still(Eigen::all, held_.vertices()), given.placement);
  return placed(space_->shape_of(z, given.remainder, held), given.placement);
}

}  // namespace retake
