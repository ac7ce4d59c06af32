#pragma once
#include "retake/spacetime/frame_contacts.h"
#include "retake/spacetime/pose_remainders.h"
#include "retake/spacetime/probed_points.h"
#include "retake/spacetime/pull_response.h"
#include "retake/spacetime/strain_limiting.h"

namespace retake {

struct LimitedFrame {
  Eigen::Matrix3Xf positions;
  bool is_limited = false;  // not as it was warped: held points may have given way
};

// Warped frames within the limits of strain, with held points and contacts where they are. Only
// handles are limited: what poses and obstacles do by themselves may be as it is.
//
// A frame beyond its limits is led there: its linear edit is applied in equal parts, and after each
// the frame is projected from where the last part has led it. Elements so never go far beyond their
// limits, and are not turned inside out. Where a part cannot be projected it is halved; what is
// left after the last halving is not done, and held points give way with it.
class FrameLimits {
 public:
  // All must live as long.
  FrameLimits(const EditScope& scope, const EditModel& model, const FrameContacts& contacts,
              const PoseRemainders& remainders, const PullResponse& response,
              const ProbedPoints& points)
      : scope_(&scope),
        model_(&model),
        contacts_(&contacts),
        remainders_(&remainders),
        response_(&response),
        points_(&points),
        limiter_(scope.input.body) {}

  // Holds the points that there are now, until told again: frames are shown as they were solved.
  void hold_points() { held_points_ = points_->points(); }

  // `edit`: the linear edit that was warped to these positions, 3 x n; asked for where they are
  // beyond their limits.
  LimitedFrame limited(int frame, Eigen::Matrix3Xf positions,
                       const std::function<Eigen::Matrix3Xf()>& edit) const;

 private:
  LimitedFrame led(int frame, const Eigen::Matrix3Xf& edit) const;
  Eigen::Matrix3Xf warped(int frame, const Eigen::Matrix3Xf& edit) const;
  Eigen::Matrix3Xf standing_edit(int frame) const;
  StrainLimiter::Held held_in(int frame) const;
  Eigen::Matrix3Xf standing(int frame) const;

  const EditScope* scope_;
  const EditModel* model_;
  const FrameContacts* contacts_;
  const PoseRemainders* remainders_;
  const PullResponse* response_;
  const ProbedPoints* points_;
  StrainLimiter limiter_;
  std::vector<HeldPoint> held_points_;
};

}  // namespace retake
