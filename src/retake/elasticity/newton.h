#pragma once
#include "retake/elasticity/incremental_potential.h"
#include "retake/elasticity/simulation_system.h"
#include "retake/numerics/progress.h"

namespace retake {

struct NewtonOptions {
  int iterations = 20;
  double tolerance = 1e-5;  // m, estimated error of the positions
  // The same where obstacles push: friction's limits follow the pushes for a few iterations only,
  // so that more digits than theirs say nothing, and are slow to come.
  double touching_tolerance = 1e-5;
};

struct PhaseSeconds {
  double assembly = 0;  // forces, stiffness and the system matrix
  double factorization = 0;
  double solve = 0;
};

struct NewtonResult {
  Points positions;
  int iterations = 0;
  bool converged = false;
  double last_size = 0;  // m, longest way of a vertex in the last step
  bool stuck = false;  // no step along the last direction lowered the energy, or it was not finite
  PhaseSeconds seconds;
};

// Minimizes the potential over the free vertices from `start`: Newton's method with backtracking.
// The first iterations renew the friction's limits, so that they are those of the pushes found.
// Throws Cancelled between two iterations when asked to stop.
NewtonResult minimize(IncrementalPotential& potential, NewtonSystem& system, const Points& start,
                      const NewtonOptions& options, const Progress& progress);

}  // namespace retake
