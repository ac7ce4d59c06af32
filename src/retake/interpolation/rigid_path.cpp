#include "retake/interpolation/rigid_path.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "retake/numerics/rotation.h"

namespace retake {
namespace {

constexpr Oscillator springless = {};  // its wiggly spline is the natural cubic one

WigglySpline spline_through(const std::vector<RigidKey>& keys, const auto& value, bool loop) {
  std::vector<ModalKnot> knots;
  for (std::size_t i = 0; i < keys.size(); ++i) knots.push_back({keys[i].time, value(i)});
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
    steps_.push_back(spline_through(
        keys_, [&](std::size_t i) { return i > k ? 1.0 : 0.0; }, false));
  }
  for (int a = 0; a < 3; ++a)
    axes_.push_back(spline_through(
        keys_, [&](std::size_t i) { return keys_[i].centre[a]; }, loop));
}

Mat3 RigidPath::rotation(double time) const {
  Mat3 result = keys_.front().rotation;
  const double clamped = std::clamp(time, keys_.front().time, keys_.back().time);
  for (std::size_t k = 0; k < turns_.size(); ++k)
    result = exp_rotation(steps_[k].position(clamped) * turns_[k]) * result;
  return result;
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
