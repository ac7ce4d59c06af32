#include "retake/spacetime/edit_settings.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

#include "retake/numerics/errors.h"

namespace retake {

namespace {

template <class Number>
void require(bool holds, const std::string& what, const std::string& expected, Number found) {
  if (holds) return;
  std::ostringstream text;
  text << found;
  throw InputError({.what = what, .expected = expected, .found = text.str()});
}

bool is_finite_from_zero(double value) { return std::isfinite(value) && value >= 0; }

}  // namespace

void CostOptions::validate() const {
  require(is_finite_from_zero(damping.ratio), "damping ratio", "0 or more", damping.ratio);
  require(is_finite_from_zero(damping.mass), "mass damping", "0 or more, 1/s", damping.mass);
  require(is_finite_from_zero(damping.stiffness), "stiffness damping", "0 or more, s",
          damping.stiffness);
  require(is_finite_from_zero(timestep), "timestep of the edit", "above 0 s, or 0 for the motion's",
          timestep);
  require(reach >= 0 && reach <= 1, "reach", "0 to 1", reach);
  require(std::isfinite(smoothness) && smoothness > 0, "smoothness", "above 0", smoothness);
}

void EditSettings::validate(int frame_count, int vertex_count) const {
  cost.validate();
  require(modes >= 1, "number of modes", "1 or more", modes);
  require(filter >= 0 && filter < 1, "filter of contradictions", "0 to 1", filter);
  if (window) {
    const auto [first, last] = *window;
    require(first >= 0 && first < frame_count, "first frame of the window",
            "0 to " + std::to_string(frame_count - 1), first);
    require(last >= first && last < frame_count, "last frame of the window",
            std::to_string(first) + " to " + std::to_string(frame_count - 1), last);
  }
  const auto outside = std::find_if(region.begin(), region.end(), [&](int vertex) {
    return vertex < 0 || vertex >= vertex_count;
  });
  require(outside == region.end(), "vertex of the region",
          "0 to " + std::to_string(vertex_count - 1), outside == region.end() ? 0 : *outside);
}

}  // namespace retake
