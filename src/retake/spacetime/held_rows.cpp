#include "retake/spacetime/held_rows.h"

#include <cmath>

#include <Eigen/Jacobi>

namespace retake {

HeldRows::Candidate HeldRows::examine(const MatX& S, int row) const {
  Candidate candidate;
  candidate.coupling = S.col(row)(rows_);
  factor().solveInPlace(candidate.coupling);
  candidate.remainder = S(row, row) - candidate.coupling.squaredNorm();
  return candidate;
}

VecX HeldRows::combination(const Candidate& candidate) const {
  return transposed_factor().solve(candidate.coupling);
}

VecX HeldRows::solve(const VecX& right) const {
  return transposed_factor().solve(factor().solve(right));
}

void HeldRows::append(int row, const Candidate& candidate) {
  const Eigen::Index k = size();
  L_.row(k).head(k) = candidate.coupling.transpose();
  L_(k, k) = std::sqrt(candidate.remainder);
  rows_.push_back(row);
}

// Without its row, the rest of L is lower triangular but for one entry a row above the diagonal;
// rotations of neighbouring columns bring these back to 0.
void HeldRows::remove(int place) {
  const Eigen::Index last = size() - 1;
  for (Eigen::Index row = place; row < last; ++row)
    L_.row(row).head(row + 2) = L_.row(row + 1).head(row + 2);
  for (Eigen::Index k = place; k < last; ++k) {
    Eigen::JacobiRotation<double> rotation;
    rotation.makeGivens(L_(k, k), L_(k, k + 1));
    auto below = L_.block(k, 0, last - k, last + 1);
    below.applyOnTheRight(k, k + 1, rotation);
    if (L_(k, k) < 0) L_.col(k).segment(k, last - k) *= -1;
  }
  rows_.erase(rows_.begin() + place);
}

}  // namespace retake
