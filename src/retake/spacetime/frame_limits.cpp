#include "retake/spacetime/frame_limits.h"

#include <array>
#include <utility>

namespace retake {

namespace {

constexpr int equal_parts = 8;    // of the edit of a frame beyond its limits
constexpr int most_halvings = 5;  // of such a part

}  // namespace

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

Eigen::Matrix3Xf FrameLimits::warped(int frame, const Eigen::Matrix3Xf& edit) const {
  return remainders_->added_to(frame, model_->warp->warp(frame, edit));
}

// What is there without any pull: that of poses.
Eigen::Matrix3Xf FrameLimits::standing_edit(int frame) const {
  if (!response_->holds_poses())
    return Eigen::Matrix3Xf::Zero(3, scope_->input.body.vertex_count());
  const std::array frames = {frame};
  const VecX amplitudes = response_->standing().col(frame - scope_->first);
  return model_->basis->displacements(frames, amplitudes)
      .reshaped(3, scope_->input.body.vertex_count());
}

// Empty: the input.
Eigen::Matrix3Xf FrameLimits::standing(int frame) const {
  if (!response_->holds_poses()) return {};
  return warped(frame, standing_edit(frame));
}

LimitedFrame FrameLimits::led(int frame, const Eigen::Matrix3Xf& edit) const {
  const Eigen::Matrix3Xf standing = standing_edit(frame);
  const Eigen::Matrix3Xf allowed = this->standing(frame);
  const StrainLimiter::Held held = held_in(frame);
  LimitedFrame reached{allowed.size() > 0 ? allowed : scope_->input_frame(frame), true};
  // What contacts and obstacles do without the edit belongs to it, and comes with its parts.
  const Eigen::Matrix3Xf offset = warped(frame, standing) - reached.positions;
  Eigen::Matrix3Xf warped_before = reached.positions;
  const auto goes_to = [&](double part) {
    const auto share = static_cast<float>(part);
    Eigen::Matrix3Xf then =
        warped(frame, standing + share * (edit - standing)) - (1 - share) * offset;
    StrainLimiter::Limited next = limiter_.limited(reached.positions + then - warped_before,
                                                   scope_->input_frame(frame), held, allowed);
    if (next.excess > StrainLimiter::slack) return false;
    reached.positions = std::move(next.positions);
    warped_before = std::move(then);
    return true;
  };
  double part = 0, step = 1.0 / equal_parts;
  for (int halvings = 0; part < 1 && halvings <= most_halvings;) {
    if (goes_to(part + step)) {
      part += step;
    } else {
      step /= 2;
      ++halvings;
    }
  }
  return reached;
}

LimitedFrame FrameLimits::limited(int frame, Eigen::Matrix3Xf positions,
                                  const std::function<Eigen::Matrix3Xf()>& edit) const {
  const bool is_free =
      held_points_.empty() || !scope_->settings.exact_handles ||
      limiter_.holds(positions, scope_->input_frame(frame), [&] { return standing(frame); });
  return is_free ? LimitedFrame{std::move(positions)} : led(frame, edit());
}

}  // namespace retake
