#pragma once
#include <memory>

#include "retake/numerics/linear_types.h"

namespace retake {

struct LdltOptions {
  // Unknowns that share a row pattern and stand together (xyz of a vertex: 3). The order is then
  // found on the smaller graph of nodes. Must divide the size of the matrix.
  int unknowns_per_node = 1;
};

// What the pivots say about the matrix.
struct LdltReport {
  int negative_pivots = 0;  // = negative eigenvalues (Sylvester's law of inertia)
  int tiny_pivots = 0;      // replaced by a small number: the matrix is (nearly) singular there
  double growth = 0;        // largest |entry of L|; above about 1e6 digits have been lost

  bool positive_definite() const { return negative_pivots == 0 && tiny_pivots == 0; }
};

// A = L D Lᵀ of a sparse symmetric matrix, which may be indefinite (K - sigma M): L unit lower
// triangular in supernodes, D diagonal. The order (CHOLMOD: AMD or METIS, whichever fills less)
// and the pattern of L are found once; factorize() may then be called for many matrices of that
// pattern. Pivots are taken as they come: good for positive definite matrices and for shifts that
// are not (nearly) an eigenvalue; the report tells. Runs on all threads; the results do not depend
// on their number.
class SupernodalLdlt {
 public:
  // `lower`: n x n, lower triangle, compressed; only its pattern is used.
  explicit SupernodalLdlt(const SparseMatrix& lower, const LdltOptions& options = {});
  ~SupernodalLdlt();
  SupernodalLdlt(SupernodalLdlt&&) noexcept;
  SupernodalLdlt& operator=(SupernodalLdlt&&) noexcept;

  // `lower` has the pattern given at construction.
  LdltReport factorize(const SparseMatrix& lower);

  // X with A X = B for the matrix factored last; any number of right-hand sides (columns),
  // best a multiple of 8.
  MatX solve(const MatX& B) const;

  int size() const;
  double factor_nonzeros() const;  // of L, with the zeros inside supernodes
  double factor_flops() const;     // of one factorization

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace retake
