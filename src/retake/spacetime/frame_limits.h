#pragma once
#include "retake/spacetime/frame_contacts.h"
#include "retake/spacetime/pose_remainders.h"
#include "retake/spacetime/probed_points.h"
#include "retake/spacetime/pull_response.h"
#include "retake/spacetime/strain_limiting.h"

namespace retake {

// Warped frames within the limits of strain, with held points and contacts where they are. Only
// handles are limited: what poses and obstacles do by themselves may be as it is.
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

  StrainLimiter::Limited limited(int frame, Eigen::Matrix3Xf positions) const;

 private:
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
