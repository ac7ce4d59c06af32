#pragma once
#include "retake/numerics/linear_types.h"

namespace retake {

// How points have gone from their rest to a pose: as a whole, and what is left of it.
struct RigidMatch {
  Mat3 rotation = Mat3::Identity();
  Vec3 centre = Vec3::Zero();  // mean of the pose's points
  Points local;                // rotationᵀ (pose - centre)
};

// By least squares (Kabsch 1976). What points leave open (one point, points in line) turns as
// `likely` says.
RigidMatch match_rigidly(const Points& rest, const Points& pose,
                         const Mat3& likely = Mat3::Identity());

// Whether points tell how they have turned: three at least, not in line.
bool tell_rotation(const Points& rest);

}  // namespace retake
