#pragma once
#include <cstddef>

#include "retake/numerics/isa.h"

// What BandedCholesky calls for a block of systems; layouts as there.
namespace retake {

struct BandedBlock {
  int half_bandwidth;
  int unknowns;
  std::ptrdiff_t stride;  // between columns: the number of all systems
  int systems;            // in this block
};

}  // namespace retake

// Turns `bands` into 1/D and L, and sets each system's smallest pivot over diagonal entry.
RETAKE_DECLARE_PER_ISA(void factor_banded(const BandedBlock&, double* bands,
                                          double* smallest_pivots))
// b becomes A⁻¹ b.
RETAKE_DECLARE_PER_ISA(void solve_banded(const BandedBlock&, const double* bands, double* b))
