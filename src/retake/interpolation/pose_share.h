#pragma once
#include <cstddef>
#include <span>

// Weights over time with which things that are known at the poses come and go. Times rise.
namespace retake {

// 3s² - 2s³: from 0 to 1, level at both ends.
inline double smooth_step(double s) { return s * s * (3 - 2 * s); }

// The pose before a time (never the last), and how far it is on the way to the next, 0 to 1.
struct PlaceBetween {
  std::size_t pose;
  double share;
};
PlaceBetween place_between(std::span<const double> times, double time);

// How much of pose k shows at a time: 1 at the pose, 0 at its neighbours, level at all three
// (Huang 2011, eq. 20); the shares of all poses sum to 1.
double pose_share(std::span<const double> times, std::size_t k, double time);

// How much of the rate of change at pose k shows, in seconds: 0 at every pose, with slope 1 at pose
// k and 0 at the others (cubic Hermite).
double pose_rate_share(std::span<const double> times, std::size_t k, double time);

}  // namespace retake
