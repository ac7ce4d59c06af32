#pragma once
#include <memory>
#include <vector>

#include "retake/spacetime/compliance.h"
#include "retake/spacetime/filtered_inverse.h"

// The one idea: condition a motion on wishes. Changing the motion by z costs ½ zᵀ H z; wishes are
// rows C z = d, each touching one frame or two. The cheapest change that fulfils them is
//
//     z = A Cᵀ (C A Cᵀ + Σ)⁻¹ d,      A = H⁻¹ (Compliance),  Σ = 0 for hard wishes.
namespace retake {

struct LinearWishes {
  std::vector<WishRow> rows;  // C, and the diagonal of Σ
  VecX targets;               // d
};

// z, modes x frames. Poses that the compliance holds are met too: what they do to the rows by
// themselves is taken off d. `filter`: τ of the inverse (FilteredInverse), 0 for S⁻¹ itself.
MatX condition(const Compliance& compliance, const LinearWishes& wishes, double filter = 0);

// The same for wishes that come, move and go. The small matrix S = C A Cᵀ + Σ is kept: adding or
// removing a wish changes one of its rows, dragging changes d alone, and the motion itself is one
// application of A to the pulls Cᵀμ.
class Conditioning {
 public:
  // The compliance must live as long.
  explicit Conditioning(const Compliance& compliance) : compliance_(&compliance) {}

  int row_count() const { return static_cast<int>(answers_.size()); }
  const WishRow& row(int i) const { return answer_to(i).row(); }

  // New rows go to the end. Cost: their Green's functions, each read by all rows.
  void add(std::vector<WishRow> rows);
  // Rows after it move up.
  void remove(int first, int count);
  // After the compliance changed (a pose is held, another cost): everything anew.
  void refresh(const Compliance& compliance);

  // The same as the function: z for targets d, one per row.
  MatX condition(const VecX& targets, double filter = 0) const;

  // S, rows x rows.
  const MatX& compliance_matrix() const { return S_; }

  // What unit pulls along rows [first, first + count) do to a frame: modes x count.
  MatX answers_at(int frame, int first, int count) const;
  // The whole motion's answer to pulls μ along all rows, A Cᵀμ: modes x frames.
  MatX answer(const VecX& pulls) const;

 private:
  const GreenFunction& answer_to(int i) const { return *answers_[static_cast<std::size_t>(i)]; }

  const Compliance* compliance_;
  std::vector<std::unique_ptr<const GreenFunction>> answers_;  // A cᵀ of each row
  MatX S_;
};

}  // namespace retake
