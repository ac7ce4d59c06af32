#pragma once
#include <optional>
#include <vector>

#include "retake/spacetime/conditioning.h"

namespace retake {

// The rows of an edit, and what pulls along them do. Linear rows N z = d (kept contacts, obstacles
// that push back) hold whatever the pulls along the other rows G are (held points): their
// multipliers follow from the Schur complement, and the points feel
//
//     A_N = A − A Nᵀ (N A Nᵀ)⁻¹ N A.
//
// Rows stand in this order: contacts, points as in the input, obstacles, and turned ones (points
// and elements as they were last linearized). Frames are those of the window.
class PullSystem {
 public:
  // `rigid_modes`: the first ones, by which the body moves as a whole. `filter`: τ of (N A Nᵀ)⁻¹,
  // since contacts may depend on each other. The compliance must live until `refresh`.
  PullSystem(const Compliance& compliance, int rigid_modes, double filter)
      : compliance_(&compliance),
        rigid_modes_(rigid_modes),
        filter_(filter),
        conditioning_(compliance) {}
  // After another pose is held, or with another cost.
  void refresh(const Compliance& compliance);

  void add_contacts(std::vector<WishRow> rows);  // before all others
  void add_points(std::vector<WishRow> rows);    // behind those there; no turned rows
  void remove_points(int first, int count);
  void add_obstacles(std::vector<WishRow> rows);  // no turned rows
  void remove_obstacles(int first, int count);
  void add_turned(std::vector<WishRow> rows);
  void drop_turned();

  int contact_count() const { return contacts_; }
  int point_count() const { return points_; }  // of rows: three a point
  int obstacle_count() const { return obstacles_; }
  int turned_count() const { return turned_; }
  int pull_count() const { return points_ + turned_; }
  // Which rows those of N and of G are.
  std::vector<int> linear_rows() const;
  std::vector<int> pull_rows() const;
  std::vector<WishRow> obstacle_rows() const;
  const Conditioning& conditioning() const { return conditioning_; }

  // (N A Nᵀ)⁻¹ and the multipliers by which linear rows meet their own targets: 0 for contacts.
  // Before anything below is asked for.
  void eliminate_linear_rows(const VecX& obstacle_targets);
  // Multipliers of linear rows for unit pulls: −(N A Nᵀ)⁻¹ N A Gᵀ.
  const MatX& linear_share() const { return linear_share_; }

  MatX compliance() const;                        // G A_N Gᵀ, pulls x pulls
  VecX elastic_compliance() const;                // of each pull, without the rigid modes
  WishRow combined_row(const VecX& pulls) const;  // pullsᵀ G as one row
  // A_N Gᵀ at a frame, of pulls from `first` on: modes x their count.
  MatX answers_at(int frame, int first = 0) const;
  bool holds_poses() const { return compliance_->holds_poses(); }
  bool moves_without_pulls() const { return obstacles_ > 0 || holds_poses(); }
  // Amplitudes without any pull, and with pulls: modes x frames.
  const MatX& standing() const { return standing_; }
  MatX answer(const VecX& pulls) const { return conditioning_.answer(all_multipliers(pulls)); }
  // What some rows read from a motion.
  VecX values_of(const std::vector<int>& rows, const MatX& z) const;
  // Of all rows, from what poses that are held do by themselves.
  VecX values_by_poses() const;

 private:
  void share_pulls();
  VecX elastic_compliance_of(const std::vector<int>& rows) const;
  VecX all_multipliers(const VecX& pulls) const;

  const Compliance* compliance_;
  int rigid_modes_ = 0;
  double filter_ = 0;
  Conditioning conditioning_;
  int contacts_ = 0, points_ = 0, obstacles_ = 0, turned_ = 0;
  std::optional<FilteredInverse> linear_inverse_;
  MatX linear_share_;
  VecX linear_multipliers_;
  MatX standing_;
};

}  // namespace retake
