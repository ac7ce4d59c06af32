#pragma once
#include <map>

#include "retake/spacetime/linear_edits.h"
#include "retake/spacetime/pose_remainders.h"

namespace retake {

struct FinishedFrame {
  Eigen::Matrix3Xf positions;
  double smallest_volume = 1;
};

// Of any tet of a warped frame, over that at rest, or in the input where that is less; below 0 it
// is turned inside out.
double smallest_volume(const EditScope& scope, int frame, const Eigen::Matrix3Xf& positions);

// Frames that have points, whole, as the handles last saw them: the one that is asked for next is
// often there.
class FinishedFrames {
 public:
  // All must live as long.
  FinishedFrames(const EditScope& scope, const Warp& warp, const PoseRemainders& remainders,
                 const ProbedPoints& points, const LinearEdits& edits)
      : scope_(&scope), warp_(&warp), remainders_(&remainders), points_(&points), edits_(&edits) {}

  // Brings all frames that have points to these pulls.
  void finish(const VecX& pulls);
  bool are_at(const VecX& pulls) const { return pulls_.size() == pulls.size() && pulls_ == pulls; }
  const FinishedFrame& at(int frame) const { return frames_.at(frame); }
  const std::map<int, FinishedFrame>& all() const { return frames_; }

  void clear() { frames_.clear(); }
  // Frames at these pulls, none where there are others, to be put back when the same state has
  // other pulls.
  std::map<int, FinishedFrame> take(const VecX& pulls);
  void put(std::map<int, FinishedFrame> frames, const VecX& pulls);

 private:
  const EditScope* scope_;
  const Warp* warp_;
  const PoseRemainders* remainders_;
  const ProbedPoints* points_;
  const LinearEdits* edits_;
  VecX pulls_;
  std::map<int, FinishedFrame> frames_;
};

}  // namespace retake
