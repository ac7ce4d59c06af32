#include "retake/interpolation/pose_presets.h"

#include "retake/numerics/errors.h"
#include "retake/numerics/nearest_name.h"

namespace retake {

// Modes of stiff bodies swing many times between two poses, and would be back at rest in between:
// all presets make them slower.
const std::vector<PosePreset>& pose_presets() {
  static const std::vector<PosePreset> all = {
      {"direct",
       "from pose to pose without any swing",
       BetweenPoses::wiggly,
       {.frequency = -1.0, .damping = -1.0}},
      {"soft", "slow and well damped", BetweenPoses::wiggly, {.frequency = -0.85, .damping = -0.2}},
      {"jelly",
       "the whole body wobbles for long",
       BetweenPoses::wiggly,
       {.frequency = SpectrumCurve({{0, -0.8}, {1, -0.85}}), .damping = -0.95}},
      {"shivering",
       "stiff, with tips that shiver",
       BetweenPoses::wiggly,
       {.frequency = SpectrumCurve({{0, -1}, {0.4, -0.95}, {1, -0.7}}),
        .damping = SpectrumCurve({{0, 0.2}, {0.3, -0.8}, {1, -0.97}})}},
  };
  return all;
}

const PosePreset& pose_preset(const std::string& name) {
  std::vector<std::string> names;
  std::string list;
  for (const PosePreset& preset : pose_presets()) {
    if (preset.name == name) return preset;
    names.push_back(preset.name);
    list += (list.empty() ? "" : ", ") + preset.name;
  }
  const std::string nearest = nearest_name(name, names);
  throw InputError({.what = "there is no such way from pose to pose",
                    .expected = "one of " + list,
                    .found = "'" + name + "'",
                    .advice = nearest.empty() ? "" : "Did you mean '" + nearest + "'?"});
}

}  // namespace retake
