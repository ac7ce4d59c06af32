#pragma once
#include <memory>

#include "retake/numerics/linear_types.h"

namespace retake {

// A = L Lᵀ of a sparse symmetric positive definite matrix (CHOLMOD). The fill-reducing order and
// the pattern of L are found once; factorize() may then be called for many matrices of that
// pattern.
class SparseCholesky {
 public:
  // `lower`: n x n, lower triangle; only its pattern is used.
  explicit SparseCholesky(const SparseMatrix& lower);
  ~SparseCholesky();
  SparseCholesky(SparseCholesky&&) noexcept;
  SparseCholesky& operator=(SparseCholesky&&) noexcept;

  // `lower` has the pattern given at construction. Throws SolveError if it is not positive
  // definite.
  void factorize(const SparseMatrix& lower);
  // The same, but says false instead of throwing.
  bool try_factorize(const SparseMatrix& lower);

  // X with A X = B, for any number of right-hand sides (columns).
  MatX solve(const MatX& B) const;

  // Nonzeros of L, for cost estimates.
  double factor_nonzeros() const;

 private:
  struct Backend;
  std::unique_ptr<Backend> backend_;
};

}  // namespace retake
