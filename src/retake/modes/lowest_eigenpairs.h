#pragma once
#include "retake/numerics/linear_types.h"
#include "retake/numerics/progress.h"

namespace retake {

struct EigenOptions {
  int count = 30;             // pairs to find, the nullspace not counted
  double tolerance = 1e-8;    // relative residual of A v = lambda v
  int unknowns_per_node = 1;  // see LdltOptions
  int slice = 120;            // pairs found from one shift
  int block = 8;              // vectors that are multiplied together
  int dense_below = 500;      // smaller matrices are solved densely
};

struct EigenReport {
  int slices = 0;
  int factorizations = 0;
  int refills = 0;                 // runs that looked again for pairs that a slice had missed
  int krylov_vectors = 0;          // multiplications by an inverse
  double worst_residual = 0;       // ‖A v - lambda v‖ / ‖A v‖
  double orthogonality_error = 0;  // largest entry of |VᵀV - I|
  int counted = 0;                 // eigenvalues below a shift just above the last, by inertia
  bool count_agrees = false;       // ... and just as many were found
  double seconds_factorizing = 0;
  double seconds_iterating = 0;
  double seconds_checking = 0;
};

struct EigenPairs {
  VecX values;   // ascending
  MatX vectors;  // n x count, orthonormal
  EigenReport report;
};

// The lowest eigenpairs of a sparse symmetric positive semi-definite A (both triangles), by slicing
// the spectrum: from one shift after the other, each with its own factorization, the eigenvalues on
// both sides are found by block Lanczos; the inertia of the next shift says how many lie below it,
// and the search goes on until none is missed. `nullspace` (n x k, orthonormal, k may be 0): what
// is known to be mapped to zero; it is left out and the vectors found are orthogonal to it.
// Throws SolveError if A is not positive semi-definite.
EigenPairs lowest_eigenpairs(const SparseMatrix& A, const MatX& nullspace,
                             const EigenOptions& options = {},
                             Progress& progress = Progress::silent());

}  // namespace retake
