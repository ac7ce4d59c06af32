#include "retake/interpolation/pose_share.h"

#include <algorithm>

namespace retake {

PlaceBetween place_between(std::span<const double> times, double time) {
  const auto next = std::ranges::upper_bound(times, time);
  const auto k = static_cast<std::size_t>(std::max<std::ptrdiff_t>(next - times.begin() - 1, 0));
  const std::size_t pose = std::min(k, times.size() - 2);
  return {pose, std::clamp((time - times[pose]) / (times[pose + 1] - times[pose]), 0.0, 1.0)};
}

double pose_share(std::span<const double> times, std::size_t k, double time) {
  const auto [pose, share] = place_between(times, time);
  if (k == pose) return smooth_step(1 - share);
  return k == pose + 1 ? smooth_step(share) : 0;
}

double pose_rate_share(std::span<const double> times, std::size_t k, double time) {
  const auto [pose, s] = place_between(times, time);
  const double length = times[pose + 1] - times[pose];
  if (k == pose) return length * s * (1 - s) * (1 - s);
  return k == pose + 1 ? length * s * s * (s - 1) : 0;
}

}  // namespace retake
