#pragma once
#include <cstddef>

#include "retake/numerics/isa.h"

// What FloatSolver calls, once per instruction set.
namespace retake {

// Columns [first_column, first_column + columns) of the factor: M, `stride` (a multiple of
// batch_lanes) numbers a column; the first `columns` rows are the panel's own.
struct FloatPanel {
  int first_column = 0;
  int columns = 0;
  int rows = 0;  // own and below
  int stride = 0;
  std::size_t rows_begin = 0;  // of those below
  std::size_t values_begin = 0;
};

struct FloatPanels {
  const FloatPanel* panels;
  int count;
  const int* rows;
  const float* values;
  const float* inverse_pivots;
};

}  // namespace retake

// Solves in place. `scratch` holds as many numbers as three (48) times the largest stride.
RETAKE_DECLARE_PER_ISA(void solve_three_sides(const FloatPanels&, float* sides, float* scratch))
RETAKE_DECLARE_PER_ISA(void solve_48_sides(const FloatPanels&, float* sides, float* scratch))
