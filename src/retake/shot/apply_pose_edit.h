#pragma once
#include "retake/shot/edit.h"
#include "retake/shot/layer_checks.h"

// Edits of poses: what they do to a shot, apart from whether the shot makes sense afterwards.
namespace retake {

// Changes the shot's source and returns the edit that takes it back. Throws InputError, and changes
// nothing, for ids that do not exist or are in use, and where the shot has no poses.
Edit change_poses(Shot& shot, const SetPoses& edit);
Edit change_poses(Shot& shot, const AddPose& edit);
Edit change_poses(Shot& shot, const RemovePose& edit);
Edit change_poses(Shot& shot, const ChangePose& edit);
Edit change_poses(Shot& shot, const ChangePoseSettings& edit);

// What must be looked at after it.
inline PoseCheck check_after(const ChangePoseSettings&) { return PoseCheck::order; }
inline PoseCheck check_after(const RemovePose&) { return PoseCheck::order; }
inline PoseCheck check_after(const ChangePose& edit) {
  const PoseKey& key = edit.pose.key;
  const bool plain = key.positions.cols() == 0 && key.velocities.isZero(0);
  return plain ? PoseCheck::order : PoseCheck::all;
}
template <class Other>
PoseCheck check_after(const Other&) {
  return PoseCheck::all;
}

// Throws InputError where the poses make no sense, or where layers do not fit into the frames that
// the shot has now; `before`: what layers were checked against.
void check_source(const Shot& shot, PoseCheck check, const LayerLimits& before);

}  // namespace retake
