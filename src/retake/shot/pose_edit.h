#pragma once
#include "retake/shot/pose_source.h"

// Edits of a source of poses, which are named by their ids. edit.h makes them alternatives of Edit.
namespace retake {

// Null: the source that the shot had without poses.
struct SetPoses {
  std::shared_ptr<const PoseSource> poses;  // fps 0: those of the shot
};
struct AddPose {
  PoseKey pose;  // its id is new among the poses
};
struct RemovePose {
  int pose = 0;
};

// What takes the place of the pose with its id.
struct ChangedPose {
  PoseKey key;                    // without positions: those stay
  bool keeps_velocities = false;  // so do its velocities
};
// Changes with the same drag number, one after the other, undo as one, here and below.
struct ChangePose {
  ChangedPose pose;
  int drag = 0;
};

// What is given replaces what is there.
struct ChangePoseSettings {
  std::optional<PoseSettings> settings;
  std::optional<int> frames, modes;
  std::optional<double> share;  // of the motion that swings
  std::optional<std::vector<PoseHold>> holds;
  int drag = 0;
};

}  // namespace retake
