#pragma once
#include "retake/numerics/isa.h"

// The element work of tets: positions in, energy, forces and stiffness blocks of each tet out.
// Plain arrays, batch_lanes tets side by side: [batch][component][batch_lanes].
namespace retake {

// Numbers of one tet's outputs.
inline constexpr int tet_force_size = 12;      // [vertex][xyz]
inline constexpr int tet_stiffness_size = 78;  // see tet_block_offset

// Where the 3x3 block of local vertices (row, column), row >= column, starts among the 78 numbers.
// Blocks on the diagonal keep their lower triangle column by column (6 numbers), the others are
// whole, column by column (9 numbers).
constexpr int tet_block_offset(int row, int column) {
  return row == column ? 6 * row : 24 + 9 * (row * (row - 1) / 2 + column);
}

// Rest state. Lanes that fill up the last batch repeat a tet with zero volume.
struct TetElements {
  const int* vertices;      // [batch][4][lane]
  const double* gradients;  // [batch][9][lane]: of the shape functions of vertices 1, 2, 3 (1/m)
  const double* volume;     // [batch][lane], m³
  const double* mu;         // [batch][lane], Lamé, Pa
  const double* lambda;     // [batch][lane], Lamé, Pa
};

// Arrays begin with the first batch that the kernel is called for.
struct TetOutputs {
  double* energy;     // [batch][lane]
  double* forces;     // [batch][12][lane]; null: not wanted
  double* stiffness;  // [batch][78][lane]; null: not wanted
  bool positive;      // project each tet's stiffness onto the positive semi-definite ones
};

// For batches [begin, end); `positions` is xyz of vertex after vertex.
using TetKernel = void (*)(const TetElements& elements, const double* positions,
                           const TetOutputs& outputs, int begin, int end);

}  // namespace retake

RETAKE_DECLARE_PER_ISA(void respond_stvk(const TetElements&, const double*, const TetOutputs&, int,
                                         int))
RETAKE_DECLARE_PER_ISA(void respond_corotated(const TetElements&, const double*, const TetOutputs&,
                                              int, int))
RETAKE_DECLARE_PER_ISA(void respond_neo_hookean(const TetElements&, const double*,
                                                const TetOutputs&, int, int))
