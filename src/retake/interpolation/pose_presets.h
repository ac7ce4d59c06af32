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

// Where presets, but for `direct`, want the softest mode of the body, Hz: they make it slower or
// faster from there.
inline constexpr double preset_frequency = 5;

// The factor of a body's stiffness that brings it there: bodies of all sizes shall feel alike.
// Eigenvalues in rad²/s², ascending, the first above 0.
double suited_stiffness(const VecX& eigenvalues);

// direct, soft, jelly, shivering.
const std::vector<PosePreset>& pose_presets();

// Throws InputError that names the nearest one.
const PosePreset& pose_preset(const std::string& name);

}  // namespace retake
