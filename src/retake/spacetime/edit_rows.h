#pragma once
#include <vector>

#include "retake/spacetime/conditioning.h"

namespace retake {

// The rows of an edit, in this order:
//
//     N  contacts of the input that are kept
//     G  derivatives of held points in the input, three a point
//     N  obstacles that push back
//     G  turned: derivatives of points and elements as they were last linearized
//
// Linear rows N z = d hold whatever the pulls along rows G are (pull_response.h). Frames are those
// of the window.
class EditRows {
 public:
  // The compliance must live until `refresh`.
  explicit EditRows(const Compliance& compliance)
      : compliance_(&compliance), conditioning_(compliance) {}
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
  int point_count() const { return points_; }  // of rows
  int obstacle_count() const { return obstacles_; }
  int turned_count() const { return turned_; }
  int pull_count() const { return points_ + turned_; }

  // Which rows those of N and of G are.
  std::vector<int> linear_rows() const;
  std::vector<int> pull_rows() const;
  std::vector<WishRow> obstacle_rows() const;
  WishRow combined_row(const VecX& pulls) const;  // pullsᵀ G as one row

  const Compliance& compliance() const { return *compliance_; }
  const Conditioning& conditioning() const { return conditioning_; }
  // What some rows read from a motion; and all, from what held poses do by themselves.
  VecX values_of(const std::vector<int>& rows, const MatX& z) const;
  VecX values_by_poses() const;

 private:
  const Compliance* compliance_;
  Conditioning conditioning_;
  int contacts_ = 0, points_ = 0, obstacles_ = 0, turned_ = 0;
};

}  // namespace retake
