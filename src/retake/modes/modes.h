#pragma once
#include "retake/elasticity/body.h"
#include "retake/numerics/progress.h"

namespace retake {

struct ModeOptions {
  int count = 30;           // elastic modes to keep; rigid ones are never counted
  double tolerance = 1e-8;  // relative residual of K v = lambda M v

  void validate() const;
};

// Free-vibration modes, softest first; shapesᵀ M shapes = I. Pinned vertices have zero rows. A
// body without pins also has its six rigid modes (closed form), to which the others are orthogonal.
struct Modes {
  VecX eigenvalues;  // lambda = omega², rad²/s²
  MatX shapes;       // 3n x count
  MatX rigid;        // 3n x 6 (mass-orthonormal) for a free body, else no columns
};

struct ModeReport {
  int slices = 0;
  int factorizations = 0;
  double worst_residual = 0;  // relative
  double orthogonality_error = 0;
  bool count_agrees = false;  // inertia below the last shift says that none was missed
  double seconds = 0;
};

struct ModeResult {
  Modes modes;
  ModeReport report;
};

ModeResult compute_modes(const Body& body, const ModeOptions& options = {},
                         Progress& progress = Progress::silent());

}  // namespace retake
