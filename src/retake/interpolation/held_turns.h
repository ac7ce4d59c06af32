#pragma once
#include <vector>

#include "retake/interpolation/pose_hold.h"
#include "retake/interpolation/pose_space.h"
#include "retake/interpolation/rigid_path.h"

namespace retake {

// How the body around each hold turns from pose to pose: the turn of the whole body and what the
// elements at the hold add to it. [hold][pose], world rotation vectors to the next pose.
std::vector<std::vector<Vec3>> turns_around_holds(const PoseSpace& space,
                                                  const std::vector<PoseCoordinates>& poses,
                                                  const std::vector<RigidKey>& keys,
                                                  const std::vector<PoseHold>& holds);

}  // namespace retake
