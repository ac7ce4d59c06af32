#include "retake/numerics/float_solver_kernel.h"

#include "retake/numerics/lanes.h"

// Per number of the factor: read twice (forward, backward), two flops per right-hand side each
// time. Three sides are bound by reading the factor (8 bytes for 12 flops), 48 by the arithmetic.
namespace retake::RETAKE_ISA {

namespace {

using Real = Floats;
constexpr int lanes = lanes_of<Real>;

// ---- three right-hand sides: rows of a panel are the lanes, sides are [row][3]

// z, t = M y for `blocks` registers of rows from `row`: scratch is [3][stride].
template <int blocks>
RETAKE_LANES_INLINE void forward_rows(const FloatPanel& panel, const float* values,
                                      const float* own, int row, float* scratch) {
  Real sum[blocks][3] = {};
  const int past = row + blocks * lanes;  // M is lower triangular in its own rows
  const int columns = past < panel.columns ? past : panel.columns;
  for (int j = 0; j < columns; ++j) {
    for (int b = 0; b < blocks; ++b) {
      const Real m = load<Real>(values + static_cast<long>(j) * panel.stride + row + b * lanes);
      for (int c = 0; c < 3; ++c) sum[b][c] += m * own[3 * j + c];
    }
  }
  for (int b = 0; b < blocks; ++b)
    for (int c = 0; c < 3; ++c) store(scratch + c * panel.stride + row + b * lanes, sum[b][c]);
}

void forward_three(const FloatPanels& all, const FloatPanel& panel, float* sides, float* scratch) {
  const float* values = all.values + panel.values_begin;
  float* own = sides + 3L * panel.first_column;
  int row = 0;
  for (; row + 2 * lanes <= panel.stride; row += 2 * lanes)
    forward_rows<2>(panel, values, own, row, scratch);
  if (row < panel.stride) forward_rows<1>(panel, values, own, row, scratch);
  for (int i = 0; i < panel.columns; ++i) {
    const float inverse = all.inverse_pivots[panel.first_column + i];
    for (int c = 0; c < 3; ++c) own[3 * i + c] = inverse * scratch[c * panel.stride + i];
  }
  const int* rows = all.rows + panel.rows_begin;
  for (int i = panel.columns; i < panel.rows; ++i) {
    float* side = sides + 3L * rows[i - panel.columns];
    for (int c = 0; c < 3; ++c) side[c] -= scratch[c * panel.stride + i];
  }
}

RETAKE_LANES_INLINE float sum_of_lanes(Real value) {
  float numbers[lanes];
  store(numbers, value);
  float sum[4] = {};
  for (int i = 0; i < lanes; i += 4)
    for (int k = 0; k < 4; ++k) sum[k] += numbers[i + k];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// y = Mᵀ (z, -below) for `count` columns from `first`.
template <int count>
RETAKE_LANES_INLINE void backward_columns(const FloatPanel& panel, const float* values, int first,
                                          const float* scratch, float* own) {
  Real sum[count][3] = {};
  for (int row = first / lanes * lanes; row < panel.stride; row += lanes) {
    Real side[3];
    for (int c = 0; c < 3; ++c) side[c] = load<Real>(scratch + c * panel.stride + row);
    for (int j = 0; j < count; ++j) {
      const Real m = load<Real>(values + static_cast<long>(first + j) * panel.stride + row);
      for (int c = 0; c < 3; ++c) sum[j][c] += m * side[c];
    }
  }
  for (int j = 0; j < count; ++j)
    for (int c = 0; c < 3; ++c) own[3 * (first + j) + c] = sum_of_lanes(sum[j][c]);
}

void backward_three(const FloatPanels& all, const FloatPanel& panel, float* sides, float* scratch) {
  const float* values = all.values + panel.values_begin;
  float* own = sides + 3L * panel.first_column;
  const int* rows = all.rows + panel.rows_begin;
  for (int i = 0; i < panel.columns; ++i)
    for (int c = 0; c < 3; ++c) scratch[c * panel.stride + i] = own[3 * i + c];
  for (int i = panel.columns; i < panel.rows; ++i) {
    const float* side = sides + 3L * rows[i - panel.columns];
    for (int c = 0; c < 3; ++c) scratch[c * panel.stride + i] = -side[c];
  }
  for (int i = panel.rows; i < panel.stride; ++i)
    for (int c = 0; c < 3; ++c) scratch[c * panel.stride + i] = 0;
  int j = 0;
  for (; j + 4 <= panel.columns; j += 4) backward_columns<4>(panel, values, j, scratch, own);
  for (; j < panel.columns; ++j) backward_columns<1>(panel, values, j, scratch, own);
}

// ---- 48 right-hand sides, which are the lanes: sides are [row][48], taken in strips of registers

constexpr int wide = 48;
constexpr int strip = 3;  // registers
constexpr int strip_numbers = strip * lanes;

// Rows [row, row + count) of z, t = M y: scratch is [stride][48].
template <int count>
RETAKE_LANES_INLINE void forward_strip(const FloatPanel& panel, const float* values,
                                       const float* own, int row, float* scratch) {
  Real sum[count][strip] = {};
  const int past = row + count;
  const int columns = past < panel.columns ? past : panel.columns;
  for (int j = 0; j < columns; ++j) {
    Real side[strip];
    for (int k = 0; k < strip; ++k) side[k] = load<Real>(own + j * wide + k * lanes);
    const float* m = values + static_cast<long>(j) * panel.stride + row;
    for (int r = 0; r < count; ++r)
      for (int k = 0; k < strip; ++k) sum[r][k] += m[r] * side[k];
  }
  for (int r = 0; r < count; ++r)
    for (int k = 0; k < strip; ++k) store(scratch + (row + r) * wide + k * lanes, sum[r][k]);
}

// Padding makes the number of rows a multiple of four.
void forward_wide(const FloatPanels& all, const FloatPanel& panel, float* sides, float* scratch) {
  const float* values = all.values + panel.values_begin;
  float* own = sides + static_cast<long>(wide) * panel.first_column;
  for (int row = 0; row < panel.rows; row += 4) forward_strip<4>(panel, values, own, row, scratch);
  for (int i = 0; i < panel.columns; ++i) {
    const float inverse = all.inverse_pivots[panel.first_column + i];
    for (int k = 0; k < strip; ++k)
      store(own + i * wide + k * lanes, inverse * load<Real>(scratch + i * wide + k * lanes));
  }
  const int* rows = all.rows + panel.rows_begin;
  for (int i = panel.columns; i < panel.rows; ++i) {
    float* side = sides + static_cast<long>(wide) * rows[i - panel.columns];
    for (int k = 0; k < strip; ++k)
      store(side + k * lanes,
            load<Real>(side + k * lanes) - load<Real>(scratch + i * wide + k * lanes));
  }
}

template <int count>
RETAKE_LANES_INLINE void backward_strip(const FloatPanel& panel, const float* values, int first,
                                        const int* rows, const float* sides, float* scratch) {
  Real sum[count][strip] = {};
  const float* own = sides + static_cast<long>(wide) * panel.first_column;
  const float* m = values + static_cast<long>(first) * panel.stride;
  for (int i = panel.columns; i < panel.rows; ++i) {
    const float* side = sides + static_cast<long>(wide) * rows[i - panel.columns];
    for (int k = 0; k < strip; ++k) {
      const Real number = load<Real>(side + k * lanes);
      for (int j = 0; j < count; ++j) sum[j][k] -= m[j * panel.stride + i] * number;
    }
  }
  for (int i = first; i < panel.columns; ++i) {
    for (int k = 0; k < strip; ++k) {
      const Real number = load<Real>(own + i * wide + k * lanes);
      for (int j = 0; j < count; ++j) sum[j][k] += m[j * panel.stride + i] * number;
    }
  }
  for (int j = 0; j < count; ++j)
    for (int k = 0; k < strip; ++k) store(scratch + (first + j) * wide + k * lanes, sum[j][k]);
}

void backward_wide(const FloatPanels& all, const FloatPanel& panel, float* sides, float* scratch) {
  const float* values = all.values + panel.values_begin;
  const int* rows = all.rows + panel.rows_begin;
  int j = 0;
  for (; j + 4 <= panel.columns; j += 4) backward_strip<4>(panel, values, j, rows, sides, scratch);
  for (; j < panel.columns; ++j) backward_strip<1>(panel, values, j, rows, sides, scratch);
  float* own = sides + static_cast<long>(wide) * panel.first_column;
  for (int i = 0; i < panel.columns; ++i)
    for (int k = 0; k < strip; ++k)
      store(own + i * wide + k * lanes, load<Real>(scratch + i * wide + k * lanes));
}

}  // namespace

void solve_three_sides(const FloatPanels& all, float* sides, float* scratch) {
  for (int p = 0; p < all.count; ++p) forward_three(all, all.panels[p], sides, scratch);
  for (int p = all.count; p-- > 0;) backward_three(all, all.panels[p], sides, scratch);
}

void solve_48_sides(const FloatPanels& all, float* sides, float* scratch) {
  for (int begin = 0; begin < wide; begin += strip_numbers) {
    for (int p = 0; p < all.count; ++p) forward_wide(all, all.panels[p], sides + begin, scratch);
    for (int p = all.count; p-- > 0;) backward_wide(all, all.panels[p], sides + begin, scratch);
  }
}

}  // namespace retake::RETAKE_ISA
