#pragma once
#include "retake/numerics/linear_types.h"

namespace retake {

// The pulls μ for wishes d given S: diagonally scaled, D⁻¹SD⁻¹ = QΣQᵀ, and filtered,
// μ = D⁻¹ Q Σ(Σ² + τ²)⁻¹ Qᵀ D⁻¹ d. With τ = 0 it is S⁻¹ d; with τ about 0.01 wishes that agree keep
// 0.999 of what they want and wishes that contradict each other cancel instead of throwing the
// body.
class FilteredInverse {
 public:
  // D is the root of the diagonal of S, or what is given: see HandleEquations::elastic_compliance.
  FilteredInverse(const MatX& S, double tau);
  FilteredInverse(const MatX& S, double tau, const VecX& D);

  MatX apply(const MatX& d) const;

 private:
  MatX Q_;      // D⁻¹ Q
  VecX gains_;  // Σ(Σ² + τ²)⁻¹
};

}  // namespace retake
