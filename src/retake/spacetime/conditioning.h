#pragma once
#include <vector>

#include "retake/spacetime/compliance.h"

// The one idea: condition a motion on wishes. Changing the motion by z costs ½ zᵀ H z; wishes are
// rows C z = d, each touching one frame or two. The cheapest change that fulfils them is
//
//     z = A Cᵀ (C A Cᵀ + Σ)⁻¹ d,      A = H⁻¹ (Compliance),  Σ = 0 for hard wishes.
//
// A times a row is a spacetime Green's function: the answer of the whole motion to a unit pull.
// Here only the small matrix S = C A Cᵀ + Σ is kept; adding or removing a wish changes one of its
// rows, dragging changes d alone, and the motion itself is one banded solve with the pulls Cᵀμ.
namespace retake {

// One row of C: at each of its frames, what it reads from the modes there.
struct WishRow {
  struct Term {
    int frame = 0;      // of the window
    VecX coefficients;  // per mode
  };
  std::vector<Term> terms;
  double softness = 0;  // entry of Σ: 0 for a hard wish
};

class Conditioning {
 public:
  explicit Conditioning(const Compliance& compliance) : compliance_(&compliance) {}

  // The same rows where mode k gives way factors[k] times as far: diag(factors) A. Empty: A itself.
  Conditioning with_modes_scaled(const VecX& factors) const;

  int row_count() const { return static_cast<int>(rows_.size()); }
  const WishRow& row(int i) const { return rows_[static_cast<std::size_t>(i)]; }

  // New rows go to the end. Cost: one solve for each frame that was not wished at before, and
  // (rows there are) x (modes) x (new rows) flops.
  void add(std::vector<WishRow> rows);
  // Rows after it move up.
  void remove(int first, int count);
  // After the compliance changed (a pose is held, another cost): everything anew.
  void refresh(const Compliance& compliance);

  // S, rows x rows.
  const MatX& compliance_matrix() const { return S_; }

  // How far each mode gives way at a frame to a unit pull at it there.
  VecX gives(int frame) const;
  // What unit pulls along rows [first, first + count) do to a frame: modes x count.
  MatX answers_at(int frame, int first, int count) const;
  // The whole motion's answer to pulls μ along all rows: modes x frames.
  MatX answer(const VecX& pulls) const;

 private:
  VecX scaled(VecX values) const;                                   // per mode
  WishRow pull_along(const WishRow& row) const;                     // a unit one, with scaled modes
  double answer_of(const WishRow& pull, const WishRow& row) const;  // what the row reads of it

  const Compliance* compliance_;
  VecX factors_;  // per mode; empty: all 1
  std::vector<WishRow> rows_;
  MatX S_;
};

// The pulls μ for wishes d given S: diagonally scaled, D⁻¹SD⁻¹ = QΣQᵀ, and filtered,
// μ = D⁻¹ Q Σ(Σ² + τ²)⁻¹ Qᵀ D⁻¹ d. With τ = 0 it is S⁻¹ d; with τ about 0.01 wishes that agree keep
// 0.999 of what they want and wishes that contradict each other cancel instead of throwing the
// body.
class FilteredInverse {
 public:
  // D is the root of the diagonal of S, or what is given: see HandleEquations::elastic_compliance.
  FilteredInverse(const MatX& S, double tau);
  FilteredInverse(const MatX& S, double tau, VecX D);

  MatX apply(const MatX& d) const;
  // The part of d that wishes can have without fighting each other: directions whose Σ is above 5τ.
  VecX kept_part(const VecX& d) const;
  // kept_part undone at once: S⁻¹ in the kept directions, zero in the others.
  VecX apply_kept(const VecX& d) const;
  // The pulls that the kept directions allow: rows x kept directions.
  MatX kept_pulls() const;

 private:
  double least_kept() const;

  VecX scale_;  // D
  MatX Q_;
  VecX sigma_;
  double tau_ = 0;
};

}  // namespace retake
