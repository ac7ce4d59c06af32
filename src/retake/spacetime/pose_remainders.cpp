#include "retake/spacetime/pose_remainders.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace retake {

namespace {

constexpr int longest_fade = 10;  // frames, on each side of a pose

}  // namespace

void PoseRemainders::add(int frame, const Eigen::Matrix3Xf& missing) {
  const Eigen::Matrix3f to_rest = warp_->placement(frame).rotation.transpose().cast<float>();
  remainders_.push_back({frame, to_rest * missing});
}

// 1 at the pose, 0 at the next pose and where the motion must not change.
double PoseRemainders::share_of(const Remainder& remainder, int frame) const {
  const int away = frame - remainder.frame;
  int fade = away < 0 ? remainder.frame - scope_->first_free() + 1
                      : scope_->last_free() + 1 - remainder.frame;
  for (const Remainder& other : remainders_) {
    const int distance = other.frame - remainder.frame;
    if (distance != 0 && (distance < 0) == (away < 0)) fade = std::min(fade, std::abs(distance));
  }
  fade = std::min(fade, longest_fade);
  if (std::abs(away) >= fade) return 0;
  const double cosine = std::cos(0.5 * std::numbers::pi * away / fade);
  return cosine * cosine;
}

Eigen::Matrix3Xf PoseRemainders::added_to(int frame, Eigen::Matrix3Xf positions) const {
  for (const Remainder& remainder : remainders_) {
    const double share = share_of(remainder, frame);
    if (share == 0) continue;
    const Eigen::Matrix3f turn = (share * warp_->placement(frame).rotation).cast<float>();
    positions += turn * remainder.offsets;
  }
  return positions;
}

Vec3 PoseRemainders::at(int frame, const WeightedPoint& point) const {
  Vec3 sum = Vec3::Zero();
  for (const Remainder& remainder : remainders_) {
    sum += share_of(remainder, frame) * position_in(remainder.offsets, point);
  }
  return warp_->placement(frame).rotation * sum;
}

}  // namespace retake
