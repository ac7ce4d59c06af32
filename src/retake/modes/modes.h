#pragma once
#include "retake/elasticity/body.h"
#include "retake/numerics/progress.h"

namespace retake {

struct ModeOptions {
  int count = 30;           // elastic modes to keep; rigid ones are never counted
  double tolerance = 1e-8;  // relative residual of K v = lambda M v

  // Throws InputError that names the value which makes no sense.
  void validate() const;
};

// Free-vibration modes, softest first; shapesᵀ M shapes = I with the lumped mass M. Pinned vertices
// have zero rows. What the body can do without any elastic energy stands apart, in closed form:
// six rigid modes for each piece without pins, fewer where one or two pins hold it, none where it
// is held by three. The others are orthogonal to them.
//
// Of a surface with an interior: the modes of the interior, mass-orthonormal there, as the surface
// sees them.
struct Modes {
  VecX eigenvalues;  // lambda = omega², rad²/s²
  MatX shapes;       // 3n x count
  MatX rigid;        // 3n x 0, 1, 3, 6, ... (mass-orthonormal)
};

struct ModeReport {
  int slices = 0;          // shifts from which modes were found
  int factorizations = 0;  // more than slices: also to choose shifts, and to count at the end
  int refills = 0;         // searches for modes that a slice had missed
  int krylov_vectors = 0;
  double worst_residual = 0;       // ‖K v - lambda M v‖ / ‖K v‖, in the norm of M⁻¹
  double orthogonality_error = 0;  // largest entry of |shapesᵀ M shapes - I|
  int counted = 0;                 // elastic modes below a shift above the last, by inertia
  bool count_agrees = false;       // just as many were found: none was missed
  double seconds = 0;              // all of the following and a little more
  double seconds_assembling = 0;
  double seconds_factorizing = 0;
  double seconds_iterating = 0;
  double seconds_checking = 0;
};

struct ModeResult {
  Modes modes;
  ModeReport report;
};

// Throws InputError for more modes than the body has unknowns, SolveError if the shape is not in
// stable equilibrium. The result does not depend on the number of threads.
ModeResult compute_modes(const Body& body, const ModeOptions& options = {},
                         Progress& progress = Progress::silent());

// The same for any symmetric positive semi-definite K (n x n, both triangles) with masses (n, above
// 0) on the diagonal of M. Nothing is known to be rigid: modes without energy come first.
ModeResult compute_modes(const SparseMatrix& K, const VecX& masses, const ModeOptions& options = {},
                         Progress& progress = Progress::silent());

// The eigenproblem of a body with its pinned unknowns taken out.
struct FreeSystem {
  SparseMatrix K;             // both triangles, N/m
  VecX masses;                // of each free unknown, kg
  std::vector<int> vertices;  // vertices[i] holds the unknowns 3i, 3i + 1, 3i + 2
};
FreeSystem free_system(const Body& body);

}  // namespace retake
