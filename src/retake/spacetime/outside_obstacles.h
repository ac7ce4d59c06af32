#pragma once
#include <optional>
#include <vector>

#include "retake/spacetime/edit_scope.h"
#include "retake/spacetime/penetration.h"

// Targets and finished frames stay out of obstacles, also while dragging, when only the frames that
// are asked for are looked at.
namespace retake {

// Where a target leads the point itself into an obstacle or through it.
std::optional<Violation> obstacle_before(const EditScope& scope, const Wish& wish);

// Targets (as targets_of() gives them) before the obstacles that they lead into: the point slides
// along these, and no wish pushes the body against them.
VecX before_obstacles(const EditScope& scope, const std::vector<Wish>& wishes, VecX targets);

// A finished frame (3 x n). The reconstruction leads out the deepest vertices, and the body around
// them follows, as long as that helps; what little stays is put on the surface vertex by vertex.
Eigen::Matrix3Xf kept_outside(const EditScope& scope, const Warp& warp, int frame,
                              Eigen::Matrix3Xf positions);

}  // namespace retake
