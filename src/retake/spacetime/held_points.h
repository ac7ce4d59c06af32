#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "retake/numerics/errors.h"
#include "retake/spacetime/handle_model.h"
#include "retake/spacetime/wish.h"

namespace retake {

// A point of the body at a frame that a wish speaks about. Each has three pulls, along the world's
// axes.
struct HeldPoint {
  int wish = 0;   // its id
  int frame = 0;  // of the motion
  WeightedPoint point;
  double factor = 1;  // the wish reads the sum of factor * position
};

// The frames of a window; of a cycle the first follows the last.
struct WindowFrames {
  int first = 0, last = 0;
  bool cycle = false;
};

// The points of a wish: one, or two for relative positions and velocities. All lie in the window: a
// velocity at its last frame is that from the frame before (in a cycle: to the first).
std::vector<HeldPoint> points_of(const Wish& wish, int id, const Motion& input,
                                 const WindowFrames& window);

// Where the input has the point.
Vec3 position_in(const Eigen::Ref<const Eigen::Matrix3Xf>& frame, const WeightedPoint& point);

// What the wish wants its sum to be.
Vec3 target_of(const Wish& wish, const Motion& input);

// The equations of all wishes over the positions of all points. `wishes` and `points` in one order.
HandleEquations equations_of(const std::vector<Wish>& wishes, const std::vector<int>& ids,
                             const std::vector<HeldPoint>& points);
VecX targets_of(const std::vector<Wish>& wishes, const Motion& input);

// Targets that a body could have: two points of one frame go no farther beside each other than six
// tenths of their distance d. Of a difference u above that the part (0.6 d / u)² is kept, so that
// wishes that contradict each other cancel. And the pairs of which something was taken.
struct ReconciledTargets {
  VecX targets;
  std::vector<std::pair<int, int>> opposed;  // wishes, by their index
};
ReconciledTargets reconciled(VecX targets, const std::vector<Wish>& wishes, const Motion& input);

// What is wrong with the directions of a wish, which must be one to three and independent; nothing
// where all is well. What counts is the space that they span.
std::optional<Complaint> complaint_about(const Eigen::Matrix3Xd& directions);
Wish with_orthonormal_directions(Wish wish);

// Throws InputError that names the wish and what is wrong with it. [first, last]: frames that can
// change.
void validate(const Wish& wish, int vertex_count, int first, int last);

}  // namespace retake
