#include "retake/interpolation/rigid_path.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "retake/interpolation/pose_share.h"
#include "retake/numerics/rotation.h"

namespace retake {
namespace {

// Its wiggly spline is the natural cubic one; at knots that stand unevenly it is held back.
constexpr Oscillator springless = {};

// Where a span begins or ends on which the body is held.
bool stands(const std::vector<RigidKey>& keys, std::size_t i) {
  return keys[i].held || (i > 0 && keys[i - 1].held);
}

// From 0 up to key k to 1 from the next on, less `drift` per second: periodic, if there is one.
WigglySpline step_spline(const std::vector<RigidKey>& keys, std::size_t k, double drift) {
  std::vector<ModalKnot> knots;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    knots.push_back(
        {keys[i].time, (i > k ? 1.0 : 0.0) - drift * (keys[i].time - keys.front().time)});
    if (stands(keys, i)) knots.back().velocity = -drift;
  }
  return {springless, knots, {.rest = SpringRest::at_knots, .loop = drift > 0}};
}

WigglySpline centre_spline(const std::vector<RigidKey>& keys, int axis, bool loop) {
  std::vector<ModalKnot> knots;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const RigidKey& key = keys[i];
    knots.push_back({key.time, key.centre[axis]});
    if (stands(keys, i)) knots.back().velocity = 0;
    if (key.velocity) knots.back().velocity = (*key.velocity)[axis];
  }
  return {springless, knots, {.rest = SpringRest::at_knots, .loop = loop}};
}

}  // namespace

Vec3 turn_between(const RigidKey& from, const RigidKey& to) {
  const Vec3 shorter = log_rotation(to.rotation * from.rotation.transpose());
  const double angle = shorter.norm();
  if (to.more_turns == 0) return shorter;
  const Vec3 axis = angle > 1e-9 ? Vec3(shorter / angle) : Vec3::UnitY();
  return shorter + 2 * std::numbers::pi * to.more_turns * axis;
}

RigidState carried_by_shares(const std::vector<RigidKey>& keys, const VecX& shares,
                             const VecX& rate_shares) {
  RigidState state = {keys.front().rotation, keys.front().centre};
  double passed = shares.sum();
  for (std::size_t k = 0; k + 1 < keys.size(); ++k) {
    passed -= shares[static_cast<Eigen::Index>(k)];
    state.rotation = exp_rotation(passed * turn_between(keys[k], keys[k + 1])) * state.rotation;
    state.centre += passed * (keys[k + 1].centre - keys[k].centre);
  }
  Vec3 more = Vec3::Zero();
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const double rate = rate_shares[static_cast<Eigen::Index>(k)];
    if (keys[k].spin) more += rate * *keys[k].spin;
    if (keys[k].velocity) state.centre += rate * *keys[k].velocity;
  }
  state.rotation = exp_rotation(more) * state.rotation;
  return state;
}

RigidPath::RigidPath(std::vector<RigidKey> keys, CentrePath kind, const Vec3& gravity, bool loop)
    : keys_(std::move(keys)),
      kind_(kind),
      gravity_(gravity),
      drift_(loop ? 1 / (keys_.back().time - keys_.front().time) : 0) {
  for (std::size_t k = 0; k + 1 < keys_.size(); ++k) {
    turns_.push_back(turn_between(keys_[k], keys_[k + 1]));
    steps_.push_back(step_spline(keys_, k, drift_));
  }
  for (int a = 0; a < 3; ++a) axes_.push_back(centre_spline(keys_, a, loop));
  if (loop) close_seam();
  for (const RigidKey& key : keys_) {
    times_.push_back(key.time);
    more_spin_.push_back(key.spin ? Vec3(*key.spin - spin_of_turns(key.time)) : Vec3::Zero());
  }
}

Eigen::Vector2d RigidPath::step(std::size_t k, double time) const {
  return steps_[k].state(time) + drift_ * Eigen::Vector2d(time - keys_.front().time, 1);
}

// Turns about several axes do not end with the spin that they begin with.
void RigidPath::close_seam() {
  RigidKey &first = keys_.front(), &last = keys_.back();
  const Vec3 mean = (spin_of_turns(first.time) + spin_of_turns(last.time)) / 2;
  first.spin = first.spin ? first.spin : last.spin ? last.spin : mean;
  last.spin = first.spin;
}

Mat3 RigidPath::turned(double time) const {
  Mat3 result = keys_.front().rotation;
  for (std::size_t k = 0; k < turns_.size(); ++k)
    result = exp_rotation(step(k, time)[0] * turns_[k]) * result;
  return result;
}

// Of exp(b_n w_n) ... exp(b_0 w_0): each rate ḃ_k w_k, turned by all that comes after it.
Vec3 RigidPath::spin_of_turns(double time) const {
  Vec3 spin = Vec3::Zero();
  for (std::size_t k = 0; k < turns_.size(); ++k) {
    const Eigen::Vector2d now = step(k, time);
    spin = exp_rotation(now[0] * turns_[k]) * spin + now[1] * turns_[k];
  }
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
  if (from.held) return from.centre;
  const double passed = clamped - from.time, length = to.time - from.time;
  const Vec3 pull = kind_ == CentrePath::ballistic ? gravity_ : Vec3::Zero();
  const Vec3 even = (to.centre - from.centre) / length;
  Vec3 centre = from.centre + even * passed + 0.5 * pull * passed * (passed - length);
  const double s = passed / length;
  if (from.velocity)
    centre += passed * (1 - s) * (1 - s) * (*from.velocity - (even - 0.5 * pull * length));
  if (to.velocity) centre += passed * s * (s - 1) * (*to.velocity - (even + 0.5 * pull * length));
  return centre;
}

}  // namespace retake
