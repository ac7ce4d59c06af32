#pragma once
#include "retake/modes/modes.h"

namespace retake {

// What the widely used library Spectra finds for the same problem, for `retake bench --compare`.
struct SpectraResult {
  VecX eigenvalues;  // ascending
  bool converged = false;
  double seconds = 0;  // symbolic analysis, one factorization and the iteration; no assembly
};

// Spectra's shift-invert Lanczos (one vector at a time, implicitly restarted, 2 * count basis
// vectors as it recommends) with CHOLMOD as the solver of (K - sigma M) x = b. `system` must be
// held by pins.
SpectraResult modes_by_spectra(const FreeSystem& system, const ModeOptions& options);

}  // namespace retake
