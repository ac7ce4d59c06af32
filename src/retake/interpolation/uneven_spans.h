#pragma once
#include "retake/interpolation/oscillator.h"

// What ½ ż² costs a mode at some knots, in 1/s, beside the force that leads it from knot to knot.
namespace retake {

// A mode on a span of so many seconds.
struct TimedMode {
  Oscillator mode;
  double length = 0;
};

// For a mode that settles at its knots, at one between a short span and a long one. Coming fast
// through the short one it would fly far past the poses of the long one. 4/T and 4/T' is what the
// two spans ask of ½ ż² without a spring; with this it is as slow as between two long ones. A
// spring holds a mode back after about a swing, so longer spans count as that. Even spans: nothing.
double price_of_unevenness(const TimedMode& before, const TimedMode& after);

// At both knots of a span on which a pose is held. A mode that swings several times within it may
// come fast and settle there. A slow one could not: it would only stray from the pose and come
// back, so that it shall stand the more still the slower it is; without a spring, entirely.
double price_of_holding(const TimedMode& span);

}  // namespace retake
