#include "retake/modes/shift_invert.h"

#include <cassert>
#include <cmath>
#include <string>

#include "retake/numerics/errors.h"

namespace retake {

namespace {
// Entries of L above this lose so many digits that the inertia cannot be trusted.
constexpr double largest_growth = 1e7;
constexpr int most_attempts = 8;
constexpr double first_move = 1e-5;  // of the shift; grows fourfold with each attempt
}  // namespace

ShiftInvert::ShiftInvert(const SparseMatrix& lower, int unknowns_per_node)
    : shifted_(lower), factorization_(lower, {.unknowns_per_node = unknowns_per_node}) {
  const auto size = static_cast<int>(lower.rows());
  diagonal_.resize(static_cast<std::size_t>(size));
  diagonal_values_.resize(size);
  for (int i = 0; i < size; ++i) {
    const int first = lower.outerIndexPtr()[i];
    assert(lower.innerIndexPtr()[first] == i);
    diagonal_[static_cast<std::size_t>(i)] = first;
    diagonal_values_[i] = lower.valuePtr()[first];
  }
}

LdltReport ShiftInvert::factorize(double shift) {
  for (std::size_t i = 0; i < diagonal_.size(); ++i) {
    shifted_.valuePtr()[diagonal_[i]] = diagonal_values_[static_cast<Eigen::Index>(i)] - shift;
  }
  ++factorizations_;
  return factorization_.factorize(shifted_);
}

void ShiftInvert::move_to(double shift) {
  double move = first_move;
  for (int attempt = 0; attempt < most_attempts; ++attempt, move *= 4) {
    shift_ = attempt == 0 ? shift : shift * (1 + move);
    const LdltReport report = factorize(shift_);
    below_ = report.negative_pivots;
    if (report.tiny_pivots == 0 && report.growth < largest_growth) return;
  }
  throw SolveError({.what = "the stiffness matrix could not be factored near a shift",
                    .where = "vibration modes, shift " + std::to_string(shift),
                    .advice = "check the body for flat elements and extreme ratios of stiffness"});
}

}  // namespace retake
