#pragma once
#include <vector>

#include "retake/spacetime/edited_frames.h"
#include "retake/spacetime/hindrance.h"
#include "retake/spacetime/wish_list.h"

namespace retake {

// How well the wishes were met.
class EditReporter {
 public:
  // All must live as long.
  EditReporter(const EditScope& scope, const EditModel& model, const WishList& wishes,
               const HeldPointModel& points, const EditedFrames& frames,
               const Hindrances& hindrances)
      : scope_(&scope),
        model_(&model),
        wishes_(&wishes),
        points_(&points),
        frames_(&frames),
        hindrances_(&hindrances) {}

  // The report with what the handle solver came to: wishes, why it ended, the smallest stretch.
  EditReport after(const HandleSolution& solution, EditReport report) const;
  // Of each wish, in frames that go a share of the way from the input to the edit.
  std::vector<double> misses_at(const FrameShare& share) const;
  // Of the worst vertex of a pose, m, in the finished frame: obstacles may have pushed it off.
  double miss_of_pose(const Wish& wish) const { return look_at_pose(wish, 1).miss; }

 private:
  struct PoseLook {
    double miss = 0;  // of its worst vertex, m
    double smallest_volume = 1;
  };
  PoseLook look_at_pose(const Wish& wish, double share) const;
  WishReport report_of(std::size_t wish, const HandleSolution& solution,
                       const HandleEquations& equations, Eigen::Index first_row) const;
  StandsStill why_still(std::size_t wish) const;

  const EditScope* scope_;
  const EditModel* model_;
  const WishList* wishes_;
  const HeldPointModel* points_;
  const EditedFrames* frames_;
  const Hindrances* hindrances_;
};

}  // namespace retake
