#pragma once
#include <optional>
#include <vector>

#include "retake/spacetime/edit_rows.h"

namespace retake {

// What pulls along rows G do beside linear rows N, which hold whatever the pulls are (edit_rows.h).
// Multipliers of N follow by the Schur complement, and the points feel
//
//     A_N = A − A Nᵀ (N A Nᵀ)⁻¹ N A.
class PullResponse {
 public:
  // The rows must live as long. `rigid_modes`: the first ones, by which the body moves as a whole.
  // `filter`: τ of (N A Nᵀ)⁻¹, since contacts may depend on each other.
  PullResponse(const EditRows& rows, int rigid_modes, double filter)
      : rows_(&rows), rigid_modes_(rigid_modes), filter_(filter) {}

  // (N A Nᵀ)⁻¹, and how linear rows meet their own targets (0 for contacts). Before anything else
  // is asked for, and after any of the rows but turned ones have changed.
  void eliminate_linear_rows(const VecX& obstacle_targets);
  // After turned rows came.
  void share_pulls();

  // Multipliers of linear rows for unit pulls: −(N A Nᵀ)⁻¹ N A Gᵀ.
  auto linear_share() const { return linear_share_.leftCols(rows_->pull_count()); }
  MatX compliance() const;          // G A_N Gᵀ, pulls x pulls
  VecX elastic_compliance() const;  // G A Gᵀ of each pull, without the rigid modes
  // A_N Gᵀ at a frame, of pulls from `first` on: modes x their count.
  MatX answers_at(int frame, int first = 0) const;
  // Amplitudes without any pull, and with pulls: modes x frames.
  const MatX& standing() const { return standing_; }
  MatX answer(const VecX& pulls) const {
    return rows_->conditioning().answer(all_multipliers(pulls));
  }
  bool holds_poses() const { return rows_->compliance().holds_poses(); }
  // Poses or obstacles do.
  bool moves_without_pulls() const { return rows_->obstacle_count() > 0 || holds_poses(); }

 private:
  VecX elastic_compliance_of(const std::vector<int>& rows) const;
  VecX all_multipliers(const VecX& pulls) const;

  const EditRows* rows_;
  int rigid_modes_ = 0;
  double filter_ = 0;
  std::optional<FilteredInverse> linear_inverse_;
  MatX linear_share_;  // dropped rows may still have columns
  VecX linear_multipliers_;
  MatX standing_;
};

}  // namespace retake
