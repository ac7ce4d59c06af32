#include "retake/interpolation/pose_presets.h"

#include <cmath>
#include <numbers>

#include "retake/numerics/errors.h"
#include "retake/numerics/nearest_name.h"

namespace retake {

// Made for a body whose softest mode is at 5 Hz and the hundredth ten times as fast, and for poses
// about a second apart. As fast as that, modes go along with what they swing about and nothing is
// seen of them; so all presets make them slower, to a few swings a second.
const std::vector<PosePreset>& pose_presets() {
  static const std::vector<PosePreset> all = {
      {"direct",
       "from pose to pose without any swing",
       BetweenPoses::wiggly,
       {.frequency = -1.0, .damping = -1.0}},
      {"soft",  // 0.9 Hz to 1.5 Hz, two fifths of critical damping
       "goes a little past each pose and comes back",
       BetweenPoses::wiggly,
       {.frequency = SpectrumCurve({{0, -0.774}, {1, -0.875}}), .damping = -0.2}},
      {"jelly",  // 1.3 Hz to 3.5 Hz, a tenth
       "the whole body wobbles for long",
       BetweenPoses::wiggly,
       {.frequency = SpectrumCurve({{0, -0.73}, {1, -0.84}}), .damping = -0.8}},
      {"shivering",  // 4 Hz to 6 Hz, from no swing to a fortieth
       "stiff, with tips that shiver",
       BetweenPoses::wiggly,
       {.frequency = SpectrumCurve({{0, -0.31}, {1, -0.81}}),
        .damping = SpectrumCurve({{0, 0.4}, {0.35, -0.5}, {1, -0.95}})}},
  };
  return all;
}

PoseSettings PosePreset::applied_to(PoseSettings settings) const {
  settings.between = between;
  settings.settles_at = SettlesAt::poses;
  const double stiffness = settings.spectrum.stiffness;  // of the body, not of the feel
  settings.spectrum = spectrum;
  settings.spectrum.stiffness = stiffness;
  return settings;
}

double suited_stiffness(const VecX& eigenvalues) {
  return std::pow(2 * std::numbers::pi * preset_frequency, 2) / eigenvalues[0];
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
