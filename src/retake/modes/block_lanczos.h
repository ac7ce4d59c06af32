#pragma once
#include <functional>

#include "retake/modes/shift_invert.h"

namespace retake {

struct LanczosOptions {
  int block = 8;            // vectors that are multiplied together
  int most_vectors = 400;   // of the Krylov space
  double tolerance = 1e-9;  // relative residual of A v = lambda v
  double floor = 0;         // absolute residual that is as good as none (rounding)
  unsigned seed = 1;        // of the random start
};

// What one run is to find: eigenvalues next to the shift that are not among the locked ones.
struct LanczosGoal {
  int below = 0;           // exactly so many are missing below the shift and above `lowest`
  int above = 0;           // at least so many
  double lowest = -1e300;  // nothing below this is of interest
};

// Converged pairs, ascending. Above the shift only those up to the first that did not converge.
struct RitzPairs {
  VecX values;
  MatX vectors;   // n x count, orthonormal, orthogonal to the locked ones
  int below = 0;  // how many of them are below the shift
  int vectors_used = 0;
  bool goal_met = false;
};

// Eigenpairs of A next to the shift by block Lanczos on (A - sigma I)⁻¹ with full
// reorthogonalization (Grimes, Lewis and Simon 1994), in the complement of `locked` (n x k,
// orthonormal eigenvectors that are known already). `watch(fraction)` is called now and then and
// may throw.
RitzPairs block_lanczos(const ShiftInvert& inverse, MatX locked, const LanczosGoal& goal,
                        const LanczosOptions& options, const std::function<void(double)>& watch);

}  // namespace retake
