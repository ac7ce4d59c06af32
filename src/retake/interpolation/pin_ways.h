#pragma once
#include <optional>
#include <span>
#include <vector>

#include "retake/interpolation/pose_space.h"

namespace retake {

// The ways of groups of pins between poses. The straight way of a group's centre from pose to pose
// is too short for a body that bends between two of them, and too long for others. So a group that
// moves against the others takes the way on which the body itself would carry it: the gradients
// between the poses say where it would be (up to a shift of the whole body, which is chosen so that
// groups that stay where they are do so), and the bow of that over its own straight line is added.
class PinWays {
 public:
  // Of `poses` in the same space, one at least.
  PinWays(const PoseSpace& space, const std::vector<PoseCoordinates>& poses) { set(space, poses); }
  // Other poses in the same space, which is cheaper.
  void set(const PoseSpace& space, const std::vector<PoseCoordinates>& poses);

  // How far the centres of all groups are off their straight way between pose `span` and the next,
  // where the still body (every pose by its share) has these amplitudes and this remainder.
  Points bows(std::size_t span, const PoseSpace& space, const VecX& shares,
              const PoseRemainder& remainder) const;
  bool bend(std::size_t span) const { return !spans_.empty() && spans_[span].has_value(); }

 private:
  struct Span {
    VecX bow;     // per group: 0 stays on the straight way, 1 follows the body
    VecX anchor;  // per group: how much the shift of the whole body heeds it
  };
  static std::vector<std::optional<Span>> spans_of(const PoseSpace& space,
                                                   const std::vector<PoseCoordinates>& poses);
  Points carried(const std::vector<Mat3>& gradients, const PoseSpace& space) const;
  void prepare(const PoseSpace& space);
  Points shifted(const Points& bows, const VecX& anchor) const;

  std::vector<std::optional<Span>> spans_;  // none: all groups stay, or there is but one
  std::vector<int> piece_of_;               // of each group
  MatX answers_;                 // n x groups: mean of a group's displacement = answersᵀ forces
  MatX amplitudes_;              // modes x poses
  std::vector<Points> carried_;  // of each pose, 3 x groups
};

}  // namespace retake
