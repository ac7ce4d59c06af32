#pragma once
#include <functional>
#include <span>
#include <vector>

#include "retake/spacetime/held_point_model.h"

namespace retake {

// The motion as the last solve left it, and what its frames look like.
class EditedFrames {
 public:
  // All must live as long.
  EditedFrames(const EditScope& scope, const EditModel& model, const PoseRemainders& remainders,
               const HeldPointModel& points)
      : scope_(&scope), model_(&model), remainders_(&remainders), points_(&points) {}

  void put(VecX pulls, MatX amplitudes);
  // There are other wishes or rows now than the last solve had: its pulls say nothing.
  void outdate_pulls() { has_pulls_ = false; }

  bool empty() const { return amplitudes_.size() == 0; }
  const VecX& pulls() const { return pulls_; }
  const MatX& amplitudes() const { return amplitudes_; }  // modes x frames of the window

  // 3 x n. Several together are cheaper; their last digits differ from those of one alone.
  Eigen::Matrix3Xf warped(int frame) const;
  std::vector<Eigen::Matrix3Xf> warped(std::span<const int> frames) const;
  // And led out of obstacles.
  Eigen::Matrix3Xf outside(int frame) const;
  std::vector<Eigen::Matrix3Xf> outside(std::span<const int> frames) const;

 private:
  // What is warped. Of one frame it is added up from kept answers, whose last digits depend on what
  // was asked for before.
  Eigen::Matrix3Xf linear_edit(int frame) const;
  // With remainders of poses, within the limits of strain.
  Eigen::Matrix3Xf finished(int frame, Eigen::Matrix3Xf warped,
                            const std::function<Eigen::Matrix3Xf()>& edit) const;

  const EditScope* scope_;
  const EditModel* model_;
  const PoseRemainders* remainders_;
  const HeldPointModel* points_;
  VecX pulls_;
  MatX amplitudes_;
  bool has_pulls_ = false;
};

}  // namespace retake
