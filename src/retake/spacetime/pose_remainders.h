#pragma once
#include <vector>

#include "retake/spacetime/edit_scope.h"

namespace retake {

// What modes and the warp leave of poses that are held. Modes are few, and next to whole turns
// rotation vectors cannot be turned aside. The held frame does not depend on other wishes, so that
// what is left is a fixed field of offsets: it is added at the frame of the pose and fades away on
// both sides, over ten frames or as far as the next pose or frames that must not change.
class PoseRemainders {
 public:
  // Both must live as long.
  PoseRemainders(const EditScope& scope, const Warp& warp) : scope_(&scope), warp_(&warp) {}

  void clear() { remainders_.clear(); }
  bool empty() const { return remainders_.empty(); }
  void add(int frame, const Eigen::Matrix3Xf& missing);  // 3 x n, world axes

  // Positions (3 x n) of a frame with their share of the remainders, and that of one point.
  Eigen::Matrix3Xf added_to(int frame, Eigen::Matrix3Xf positions) const;
  Vec3 at(int frame, const WeightedPoint& point) const;

 private:
  struct Remainder {
    int frame = 0;
    Eigen::Matrix3Xf offsets;  // 3 x n, m, axes of the rest shape
  };
  double share_of(const Remainder& remainder, int frame) const;

  const EditScope* scope_;
  const Warp* warp_;
  std::vector<Remainder> remainders_;
};

}  // namespace retake
