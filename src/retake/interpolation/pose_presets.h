#pragma once
#include <string>
#include <vector>

#include "retake/interpolation/pose_interpolation.h"

namespace retake {

// A ready answer to how lively a motion between poses shall be.
struct PosePreset {
  std::string name;  // "jelly"
  std::string what;  // a few words
  BetweenPoses between = BetweenPoses::wiggly;
  SpectrumControls spectrum;

  // These settings with what the preset says.
  PoseSettings applied_to(PoseSettings settings) const;
};

// direct, soft, jelly, shivering.
const std::vector<PosePreset>& pose_presets();

// Throws InputError that names the nearest one.
const PosePreset& pose_preset(const std::string& name);

}  // namespace retake
