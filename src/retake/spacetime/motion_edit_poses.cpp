// Poses that are held, to the last vertex.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "retake/spacetime/motion_edit_impl.h"

namespace retake {

namespace {

constexpr int longest_fade = 10;  // frames, on each side of a pose

}  // namespace

// Modes are few, and next to whole turns rotation vectors cannot be turned aside: what both leave
// of a hard pose is kept, and added to the frames around it. The held frame does not depend on
// other wishes, and neither does its remainder.
void MotionEdit::Impl::hold_pose(const Wish& wish) {
  if (wish.kind != WishKind::pose) return;
  const Points edit = warp_.unwarp(wish.frame, wish.pose).cast<double>();
  const VecX amplitudes = basis_->amplitudes_of(wish.frame, edit);
  compliance_->hold(wish.frame - first_, amplitudes, wish.weight);
  if (!settings_.exact_handles || !std::isinf(wish.weight)) return;
  const std::array frames = {wish.frame};
  const Eigen::MatrixXf said = basis_->displacements(frames, amplitudes);
  const Eigen::Matrix3f to_rest = warp_.placement(wish.frame).rotation.transpose().cast<float>();
  remainders_.push_back({wish.frame, to_rest * (wish.pose - warp_.warp(frames, said)[0])});
}

// 1 at the pose, 0 at the next pose and where the motion must not change.
double MotionEdit::Impl::share_of_remainder(const PoseRemainder& remainder, int frame) const {
  const int away = frame - remainder.frame;
  int fade = away < 0 ? remainder.frame - first_free() + 1 : last_free() + 1 - remainder.frame;
  for (const PoseRemainder& other : remainders_) {
    const int distance = other.frame - remainder.frame;
    if (distance != 0 && (distance < 0) == (away < 0)) fade = std::min(fade, std::abs(distance));
  }
  fade = std::min(fade, longest_fade);
  if (std::abs(away) >= fade) return 0;
  const double cosine = std::cos(0.5 * std::numbers::pi * away / fade);
  return cosine * cosine;
}

Eigen::Matrix3Xf MotionEdit::Impl::with_remainders(int frame, Eigen::Matrix3Xf positions) const {
  for (const PoseRemainder& remainder : remainders_) {
    const double share = share_of_remainder(remainder, frame);
    if (share == 0) continue;
    const Eigen::Matrix3f turn = (share * warp_.placement(frame).rotation).cast<float>();
    positions += turn * remainder.offsets;
  }
  return positions;
}

Vec3 MotionEdit::Impl::remainder_at(int frame, const WeightedPoint& point) const {
  Vec3 sum = Vec3::Zero();
  for (const PoseRemainder& remainder : remainders_) {
    sum += share_of_remainder(remainder, frame) * position_in(remainder.offsets, point);
  }
  return warp_.placement(frame).rotation * sum;
}

}  // namespace retake
