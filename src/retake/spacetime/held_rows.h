#pragma once
#include <vector>

#include "retake/numerics/linear_types.h"

namespace retake {

// Cholesky factor of S restricted to rows that come and go: S(rows, rows) = L Lᵀ, O(k²) a change.
class HeldRows {
 public:
  explicit HeldRows(int capacity) : L_(capacity, capacity) { rows_.reserve(capacity_of(capacity)); }

  const std::vector<int>& rows() const { return rows_; }

  // What a new row adds: S_ii = |coupling|² + remainder, L coupling = S(rows, i).
  struct Candidate {
    VecX coupling;         // k
    double remainder = 0;  // 0 up to rounding where the row depends on the held ones
  };
  Candidate examine(const MatX& S, int row) const;

  // x with S(rows, rows) x = S(rows, i), of an examined row.
  VecX combination(const Candidate& candidate) const;
  // x with S(rows, rows) x = right (k).
  VecX solve(const VecX& right) const;

  void append(int row, const Candidate& candidate);  // its remainder must be above 0
  void remove(int place);                            // rows()[place]

 private:
  static std::size_t capacity_of(int count) { return static_cast<std::size_t>(count); }
  auto factor() const { return L_.topLeftCorner(size(), size()).triangularView<Eigen::Lower>(); }
  auto transposed_factor() const {
    return L_.topLeftCorner(size(), size()).transpose().triangularView<Eigen::Upper>();
  }
  Eigen::Index size() const { return std::ssize(rows_); }

  MatX L_;  // its upper left k x k
  std::vector<int> rows_;
};

}  // namespace retake
