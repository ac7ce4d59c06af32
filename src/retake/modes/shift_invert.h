#pragma once
#include "retake/numerics/linear_types.h"
#include "retake/numerics/supernodal_ldlt.h"

namespace retake {

// (A - sigma I)⁻¹ of a sparse symmetric matrix A, for one shift after the other.
class ShiftInvert {
 public:
  // `lower`: lower triangle of A, with its whole diagonal.
  ShiftInvert(const SparseMatrix& lower, int unknowns_per_node);

  // Factors A - sigma I. A shift so near to an eigenvalue that digits would be lost is moved a
  // little; shift() says where it came to stand. Throws SolveError where no shift nearby works.
  void move_to(double shift);

  double shift() const { return shift_; }
  int eigenvalues_below() const { return below_; }  // the shift, by the inertia of the pivots
  int factorizations() const { return factorizations_; }

  // (A - sigma I)⁻¹ B
  MatX apply(const MatX& B) const { return factorization_.solve(B); }

 private:
  LdltReport factorize(double shift);

  SparseMatrix shifted_;
  std::vector<int> diagonal_;  // where the diagonal stands in the values
  VecX diagonal_values_;
  SupernodalLdlt factorization_;
  double shift_ = 0;
  int below_ = 0;
  int factorizations_ = 0;
};

}  // namespace retake
