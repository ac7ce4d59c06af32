#pragma once
#include "retake/interpolation/oscillator.h"

namespace retake {

// How dear the three parts of eq. 15 (Huang 2011) are.
struct AdjustmentWeights {
  double velocity = 0.5;    // γz
  double frequency = 0.25;  // γω
  double decay = 0.25;      // γα
  // Velocities are counted in units of the larger end position, so that all three terms are 1/s²
  // and the answer does not depend on the size of the body. The paper adds them as they are.
  bool relative_velocity = true;
};

// The oscillator near `mode` whose free swing from `first` to `last` does not start with a jolt:
//
//   least  γz ż(0)² + γω (ω' - ω)² + γα (α' - α)²   with ω', α' >= 0   (eq. 15),
//
// where for a mode that creeps (α > λ) sqrt(-ω²) takes the place of ω and stays below α'. Several
// starting points on both sides of the singular phases lead to the least of the valleys.
Oscillator adjusted_oscillator(const Oscillator& mode, double duration, double first, double last,
                               const AdjustmentWeights& weights = {});

// The cost of eq. 15 that `changed` has as an adjustment of `mode`.
double adjustment_cost(const Oscillator& mode, const Oscillator& changed, double duration,
                       double first, double last, const AdjustmentWeights& weights = {});

}  // namespace retake
