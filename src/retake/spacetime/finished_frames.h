#pragma once
#include <map>

#include "retake/spacetime/frame_limits.h"
#include "retake/spacetime/linear_edits.h"

namespace retake {

struct FinishedFrame {
  Eigen::Matrix3Xf positions;
  double smallest_volume = 1;
  bool is_limited = false;  // by strain: held points may have given way
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
                 const FrameLimits& limits, const ProbedPoints& points, const LinearEdits& edits)
      : scope_(&scope),
        warp_(&warp),
        remainders_(&remainders),
        limits_(&limits),
        points_(&points),
        edits_(&edits) {}

  // Brings all frames that have points to these pulls.
  void finish(const VecX& pulls);
  bool are_at(const VecX& pulls) const { return pulls_.size() == pulls.size() && pulls_ == pulls; }
  const FinishedFrame& at(int frame) const { return frames_.at(frame); }
  const std::map<int, FinishedFrame>& all() const { return frames_; }

  // How far pulls move any vertex of the warped body in each frame that has points, m: before
  // limits.
  VecX displacements(const VecX& pulls);

  void clear() {
    frames_.clear();
    standing_.clear();
  }

 private:
  std::vector<Eigen::Matrix3Xf> warped(const std::vector<int>& frames,
                                       const std::vector<Eigen::Matrix3Xf>& edits) const;

  const EditScope* scope_;
  const Warp* warp_;
  const PoseRemainders* remainders_;
  const FrameLimits* limits_;
  const ProbedPoints* points_;
  const LinearEdits* edits_;
  VecX pulls_;
  std::map<int, FinishedFrame> frames_;
  std::vector<Eigen::Matrix3Xf> standing_;  // without pulls, of all frames; empty: not yet warped
};

}  // namespace retake
