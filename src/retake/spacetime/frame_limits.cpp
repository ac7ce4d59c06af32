#include "retake/spacetime/frame_limits.h"

#include <array>
#include <utility>

namespace retake {

StrainLimiter::Held FrameLimits::held_in(int frame) const {
  StrainLimiter::Held held;
  for (const HeldPoint& point : held_points_) {
    if (point.frame == frame) held.points.push_back(point.point);
  }
  for (const WarpContact& contact : contacts_->at(frame)) {
    for (const WeightedVertex& vertex : contact.point()) held.vertices.push_back(vertex.vertex);
  }
  return held;
}

// Without any pull. Empty: the input.
Eigen::Matrix3Xf FrameLimits::standing(int frame) const {
  if (!response_->holds_poses()) return {};
  const std::array frames = {frame};
  const Eigen::MatrixXf edit =
      model_->basis->displacements(frames, response_->standing().col(frame - scope_->first));
  return remainders_->added_to(frame, model_->warp->warp(frames, edit)[0]);
}

StrainLimiter::Limited FrameLimits::limited(int frame, Eigen::Matrix3Xf positions) const {
  if (held_points_.empty() || !scope_->settings.exact_handles)
    return {.positions = std::move(positions)};
  return limiter_.limited(
      std::move(positions), scope_->input_frame(frame), [&] { return held_in(frame); },
      [&] { return standing(frame); });
}

}  // namespace retake
