#include "retake/numerics/float_solver.h"

#include <algorithm>

#include "retake/numerics/dense_blas.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/float_solver_kernel.h"
#include "retake/numerics/supernodal_ldlt_impl.h"

namespace retake {

FloatSolver::FloatSolver(const SparseMatrix& lower) {
  const SupernodalPattern pattern = analyse_pattern(lower, 1);
  std::vector<double> values(pattern.value_count);
  std::vector<double> pivots(static_cast<std::size_t>(pattern.size));
  if (!factorize_panels(pattern, lower, values, pivots).positive_definite()) {
    throw SolveError({.what = "the matrix is not positive definite"});
  }
  order_ = pattern.order;
  for (const double pivot : pivots) inverse_.push_back(static_cast<float>(1 / pivot));
  keep_panels(pattern, values);
}

FloatSolver::~FloatSolver() = default;
FloatSolver::FloatSolver(FloatSolver&&) noexcept = default;
FloatSolver& FloatSolver::operator=(FloatSolver&&) noexcept = default;

void FloatSolver::keep_panels(const SupernodalPattern& pattern, std::vector<double>& values) {
  for (const Panel& panel : pattern.panels) {
    FloatPanel kept{.first_column = panel.first_column,
                    .columns = panel.columns,
                    .rows = panel.rows,
                    .stride = (panel.rows + batch_lanes - 1) / batch_lanes * batch_lanes,
                    .rows_begin = rows_.size(),
                    .values_begin = values_.size()};
    const int* rows = pattern.rows_of(panel);
    rows_.insert(rows_.end(), rows + panel.columns, rows + panel.rows);
    const auto row_count = static_cast<std::size_t>(panel.rows);
    const auto columns = static_cast<std::size_t>(panel.columns);
    const auto stride = static_cast<std::size_t>(kept.stride);
    double* L = values.data() + panel.values_begin;
    std::vector<double> M(L, L + row_count * columns);
    for (std::size_t j = 0; j < columns; ++j) {
      std::fill_n(M.begin() + static_cast<std::ptrdiff_t>(j * row_count), columns, 0.0);
      M[j * row_count + j] = 1;
    }
    blas::divide_by_unit_lower(blas::Form::plain, panel.rows, panel.columns, L, panel.rows,
                               M.data(), panel.rows);
    values_.resize(values_.size() + stride * columns, 0.0f);
    for (std::size_t j = 0; j < columns; ++j) {
      std::copy_n(M.begin() + static_cast<std::ptrdiff_t>(j * row_count), row_count,
                  values_.begin() + static_cast<std::ptrdiff_t>(kept.values_begin + j * stride));
    }
    most_rows_ = std::max(most_rows_, kept.stride);
    panels_.push_back(kept);
  }
}

FloatPanels FloatSolver::arrays() const {
  return {.panels = panels_.data(),
          .count = static_cast<int>(panels_.size()),
          .rows = rows_.data(),
          .values = values_.data(),
          .inverse_pivots = inverse_.data()};
}

void FloatSolver::solve_narrow(float* rows) const {
  static const auto kernel = RETAKE_PICK_ISA(solve_three_sides);
  std::vector<float> scratch(static_cast<std::size_t>(narrow * most_rows_));
  kernel(arrays(), rows, scratch.data());
}

void FloatSolver::solve_wide(float* rows) const {
  static const auto kernel = RETAKE_PICK_ISA(solve_48_sides);
  std::vector<float> scratch(static_cast<std::size_t>(wide * most_rows_));
  kernel(arrays(), rows, scratch.data());
}

}  // namespace retake
