#include <algorithm>

#include "retake/numerics/dense_blas.h"
#include "retake/numerics/supernodal_ldlt_impl.h"

namespace retake {

namespace {

using blas::Form;

// One panel's part of L. Right-hand sides are rows, so L acts from the right, transposed.
struct PanelView {
  const Panel& panel;
  const int* rows_below;
  const double* triangle;
  const double* below;
  int columns, count_below;
};

PanelView view_of(const SupernodalPattern& pattern, const std::vector<double>& values,
                  std::size_t p) {
  const Panel& panel = pattern.panels[p];
  const double* begin = values.data() + panel.values_begin;
  return {panel,         pattern.rows_of(panel) + panel.columns,
          begin,         begin + panel.columns,
          panel.columns, panel.rows - panel.columns};
}

// Y L⁻ᵀ for this panel's columns, and what that takes away from the rows below.
void forward(const PanelView& view, MatX& Y, MatX& taken) {
  const int count = static_cast<int>(Y.rows());
  double* own = Y.col(view.panel.first_column).data();
  if (count == 1) {
    blas::solve_unit_lower(Form::plain, view.columns, view.triangle, view.panel.rows, own);
  } else {
    blas::divide_by_unit_lower(Form::transposed, count, view.columns, view.triangle,
                               view.panel.rows, own, count);
  }
  if (view.count_below == 0) return;
  if (count == 1) {
    std::fill_n(taken.data(), view.count_below, 0.0);
    blas::multiply_vector(Form::plain, view.count_below, view.columns, 1.0, view.below,
                          view.panel.rows, own, taken.data());
  } else {
    blas::multiply(Form::plain, Form::transposed, count, view.count_below, view.columns, 1.0, own,
                   count, view.below, view.panel.rows, 0.0, taken.data(), count);
  }
  for (int i = 0; i < view.count_below; ++i) Y.col(view.rows_below[i]) -= taken.col(i);
}

// Y L⁻¹ for this panel's columns, once all rows below are known.
void backward(const PanelView& view, MatX& Y, MatX& known) {
  const int count = static_cast<int>(Y.rows());
  double* own = Y.col(view.panel.first_column).data();
  for (int i = 0; i < view.count_below; ++i) known.col(i) = Y.col(view.rows_below[i]);
  if (count == 1) {
    if (view.count_below > 0) {
      blas::multiply_vector(Form::transposed, view.count_below, view.columns, -1.0, view.below,
                            view.panel.rows, known.data(), own);
    }
    blas::solve_unit_lower(Form::transposed, view.columns, view.triangle, view.panel.rows, own);
    return;
  }
  if (view.count_below > 0) {
    blas::multiply(Form::plain, Form::plain, count, view.columns, view.count_below, -1.0,
                   known.data(), count, view.below, view.panel.rows, 1.0, own, count);
  }
  blas::divide_by_unit_lower(Form::plain, count, view.columns, view.triangle, view.panel.rows, own,
                             count);
}

}  // namespace

void solve_panels(const SupernodalPattern& pattern, const std::vector<double>& values,
                  const std::vector<double>& pivots, MatX& Y) {
  MatX below(Y.rows(), pattern.most_rows_below);
  for (std::size_t p = 0; p < pattern.panels.size(); ++p) {
    forward(view_of(pattern, values, p), Y, below);
  }
  Y.array().rowwise() /= Eigen::Map<const Eigen::RowVectorXd>(pivots.data(), Y.cols()).array();
  for (std::size_t p = pattern.panels.size(); p-- > 0;) {
    backward(view_of(pattern, values, p), Y, below);
  }
}

}  // namespace retake
