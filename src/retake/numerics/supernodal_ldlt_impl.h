#pragma once
#include <vector>

#include "retake/numerics/supernodal_ldlt.h"
#include "retake/numerics/supernodal_ldlt_pattern.h"

namespace retake {

// Pattern and values of one factorization (internal to SupernodalLdlt).
struct SupernodalLdlt::Impl {
  SupernodalPattern pattern;
  std::vector<double> values;  // of L, panel by panel
  std::vector<double> pivots;  // D, in the new order
  bool factored = false;
};

// Fills `values` and `pivots` (both of the right size) from the lower triangle.
LdltReport factorize_panels(const SupernodalPattern& pattern, const SparseMatrix& lower,
                            std::vector<double>& values, std::vector<double>& pivots);

// L D Lᵀ Y = Y in place, for Y (k x n) in the new order, row k of each unknown contiguous.
void solve_panels(const SupernodalPattern& pattern, const std::vector<double>& values,
                  const std::vector<double>& pivots, MatX& Y);

}  // namespace retake
