#include "retake/interpolation/rigid_path.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "retake/interpolation/pose_share.h"
#include "retake/numerics/rotation.h"

namespace retake {
namespace {

constexpr Oscillator springless = {};  // its wiggly spline is the natural cubic one

// From 0 up to key k to 1 from the next on.
WigglySpline step_spline(const std::vector<RigidKey>& keys, std::size_t k) {
  std::vector<ModalKnot> knots;
  for (std::size_t i = 0; i < keys.size(); ++i) knots.push_back({keys[i].time, i > k ? 1.0 : 0.0});
  return {springless, knots};
}

WigglySpline centre_spline(const std::vector<RigidKey>& keys, int axis, bool loop) {
  std::vector<ModalKnot> knots;
  for (const RigidKey& key : keys) {
    knots.push_back({key.time, key.centre[axis]});
    if (key.velocity) knots.back().velocity = (*key.velocity)[axis];
  }
  return {springless, knots, {.loop = loop}};
}

// The rotation vector from one key to the next; half a turn may go either way.
Vec3 turn_between(const RigidKey& from, const RigidKey& to) {
  const Vec3 shorter = log_rotation(to.rotation * from.rotation.transpose());
  const double angle = shorter.norm();
  if (to.more_turns == 0) return shorter;
  const Vec3 axis = angle > 1e-9 ? Vec3(shorter / angle) : Vec3::UnitY();
  return shorter + 2 * std::numbers::pi * to.more_turns * axis;
}

}  // namespace

RigidPath::RigidPath(std::vector<RigidKey> keys, CentrePath kind, const Vec3& gravity, bool loop)
    : keys_(std::move(keys)), kind_(kind), gravity_(gravity) {
  for (std::size_t k = 0; k + 1 < keys_.size(); ++k) {
    turns_.push_back(turn_between(keys_[k], keys_[k + 1]));
    steps_.push_back(step_spline(keys_, k));
  }
  for (int a = 0; a < 3; ++a) axes_.push_back(centre_spline(keys_, a, loop));
  for (const RigidKey& key : keys_) {
    times_.push_back(key.time);
    more_spin_.push_back(key.spin ? Vec3(*key.spin - spin_of_turns(key.time)) : Vec3::Zero());
  }
}

Mat3 RigidPath::turned(double time) const {
  Mat3 result = keys_.front().rotation;
  for (std::size_t k = 0; k < turns_.size(); ++k)
    result = exp_rotation(steps_[k].position(time) * turns_[k]) * result;
  return result;
}

// Of exp(b_n w_n) ... exp(b_0 w_0): each rate ḃ_k w_k, turned by all that comes after it.
Vec3 RigidPath::spin_of_turns(double time) const {
  Vec3 spin = Vec3::Zero();
  for (std::size_t k = 0; k < turns_.size(); ++k)
    spin = exp_rotation(steps_[k].position(time) * turns_[k]) * spin +
           steps_[k].velocity(time) * turns_[k];
  return spin;
}

Mat3 RigidPath::rotation(double time) const {
  const double clamped = std::clamp(time, keys_.front().time, keys_.back().time);
  Vec3 more = Vec3::Zero();
  for (std::size_t k = 0; k < times_.size(); ++k)
    more += pose_rate_share(times_, k, clamped) * more_spin_[k];
  return exp_rotation(more) * turned(clamped);
}

std::size_t RigidPath::span_of(double time) const {
  const auto next = std::ranges::upper_bound(keys_, time, {}, &RigidKey::time);
  const auto k = static_cast<std::size_t>(std::max<std::ptrdiff_t>(next - keys_.begin() - 1, 0));
  return std::min(k, keys_.size() - 2);
}

Vec3 RigidPath::centre(double time) const {
  const double clamped = std::clamp(time, keys_.front().time, keys_.back().time);
  if (kind_ == CentrePath::spline)
    return {axes_[0].position(clamped), axes_[1].position(clamped), axes_[2].position(clamped)};
  const RigidKey& from = keys_[span_of(clamped)];
  const RigidKey& to = keys_[span_of(clamped) + 1];
  const double passed = clamped - from.time, length = to.time - from.time;
  const Vec3 straight = from.centre + (to.centre - from.centre) * (passed / length);
  if (kind_ == CentrePath::linear) return straight;
  return straight + 0.5 * gravity_ * passed * (passed - length);
}

}  // namespace retake
