#pragma once
#include <optional>
#include <vector>

#include "retake/elasticity/simulation.h"

namespace retake {

// Air that moves with a mean velocity and swells and calms down: velocity·(1 + gust·s(t, x)), where
// s is a sum of slow waves (between -1 and 1) that travel downwind.
struct Wind {
  Vec3 velocity = {3, 0, 0};  // m/s
  double gust = 0.5;          // 0: steady
  double gust_period = 2;     // s, of the slowest wave
  double turbulence = 0.3;    // sideways part, as a fraction of the mean speed
};

// A shove: the part of the body within `radius` of `center` (in the rest shape, fading smoothly
// outwards) is accelerated for a while (a smooth bump in time).
struct Push {
  Vec3 center = Vec3::Zero();
  double radius = 0.5;                // m
  Vec3 acceleration = Vec3::Zero();   // m/s² at the centre and peak
  double start = 0, duration = 0.25;  // s
};

// Pins that are led about as one rigid piece, smoothly from key to key and still before and after.
struct PinPath {
  struct Key {
    double time = 0;                  // s
    Vec3 translation = Vec3::Zero();  // m, from the rest place
    Vec3 rotation = Vec3::Zero();     // rotation vector, rad; may pass full turns
  };
  std::vector<int> pins;
  Vec3 pivot = Vec3::Zero();
  std::vector<Key> keys;  // by time
};

// All that acts on a body from outside, as data: it is saved with a shot and simulated again.
struct Forcing {
  std::optional<Wind> wind;
  std::vector<Push> pushes;
  std::vector<PinPath> pin_paths;
};

// Throws InputError for paths that lead vertices which are no pins of the body.
void validate(const Forcing& forcing, const Body& body);

// The same as functions of time for simulate(); validated first. Masses are the lumped ones.
Actions to_actions(const Forcing& forcing, const Body& body);

// Position of a pin of the path at a time, s.
Vec3 position_on(const PinPath& path, const Vec3& rest, double time);

// Velocity of the air at a point and time.
Vec3 velocity_of(const Wind& wind, const Vec3& point, double time);

}  // namespace retake
