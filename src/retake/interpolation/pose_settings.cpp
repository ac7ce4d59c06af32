#include "retake/interpolation/pose_settings.h"

#include "retake/numerics/errors.h"

namespace retake {
namespace {

void need(bool holds, const char* what, const char* expected, double found) {
  if (holds) return;
  throw InputError({.what = what, .expected = expected, .found = std::to_string(found)});
}

}  // namespace

void PoseSettings::validate() const {
  need(rest_shift >= 0 && rest_shift <= 1, "rest_shift is a share of the way from first to last",
       "0 to 1", rest_shift);
  need(spectrum.stiffness >= 0 && spectrum.stiffness <= 1e6, "stiffness is a factor", "0 to 1e6",
       spectrum.stiffness);
  const auto& [velocity, frequency, decay, relative] = adjustment;
  for (const double weight : {velocity, frequency, decay})
    need(weight >= 0 && weight <= 1e6, "a weight of the adjustment", "0 to 1e6", weight);
  if (!spectrum.rayleigh) return;
  for (const double damping : {spectrum.rayleigh->stiffness, spectrum.rayleigh->mass})
    need(damping >= 0 && damping <= 1e6, "Rayleigh damping", "0 to 1e6", damping);
}

}  // namespace retake
