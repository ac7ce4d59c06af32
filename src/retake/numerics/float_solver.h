#pragma once
#include <cstddef>
#include <vector>

#include "retake/numerics/linear_types.h"

namespace retake {

struct FloatPanel;
struct FloatPanels;
struct SupernodalPattern;

// A = L D Lᵀ of a sparse symmetric positive definite matrix for many fast solves in single
// precision: factored in double (the order and panels of SupernodalLdlt), kept in float. Of each
// panel (L₁₁ over L₂₁) the solver keeps M = (L₁₁⁻¹ over L₂₁ L₁₁⁻¹), so that forward and backward
// substitution are one dense product each, without a chain of dependent steps (Alvarado and
// Schreiber 1993, partitioned inverses): with own and lower rows of the right-hand side,
//   forward:  (z, t) = M y,  lower rows -= t;     backward:  y = Mᵀ (D⁻¹ z, -lower rows).
// Errors are those of single precision times the growth in the panels: about 1e-6 of the solution
// for Laplacians; refine with a residual in double where that is not enough.
class FloatSolver {
 public:
  // Right-hand sides that are solved together: the three axes, or those of 16 frames.
  static constexpr int narrow = 3;
  static constexpr int wide = 48;

  // `lower`: n x n, lower triangle. Throws SolveError if it is not positive definite.
  explicit FloatSolver(const SparseMatrix& lower);
  ~FloatSolver();
  FloatSolver(FloatSolver&&) noexcept;
  FloatSolver& operator=(FloatSolver&&) noexcept;

  int size() const { return static_cast<int>(order_.size()); }
  // order[row] = unknown: right-hand sides are given, and solutions come, in this order of rows.
  const std::vector<int>& order() const { return order_; }

  // A⁻¹ in place. `rows`: [row][narrow] and [row][wide].
  void solve_narrow(float* rows) const;
  void solve_wide(float* rows) const;

  std::size_t factor_bytes() const { return sizeof(float) * values_.size(); }

 private:
  void keep_panels(const SupernodalPattern& pattern, std::vector<double>& values);
  FloatPanels arrays() const;

  std::vector<int> order_;
  std::vector<FloatPanel> panels_;
  std::vector<int> rows_;       // below, per panel
  std::vector<float> values_;   // M, per panel column by column, columns padded with zeros
  std::vector<float> inverse_;  // of the pivots
  int most_rows_ = 0;           // of a panel, with padding
};

}  // namespace retake
