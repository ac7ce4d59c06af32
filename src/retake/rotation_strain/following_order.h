#pragma once
#include <vector>

#include <Eigen/Core>

#include "retake/rotation_strain/element_neighbours.h"

namespace retake {

// From an element that is known to its neighbour.
struct FollowingStep {
  int to, from;
};

// In which order rotation vectors are followed over the mesh, from `roots` to all that hang
// together with them: breadth first. Sharp folds, across which rotations differ by nearly half a
// turn and may be told wrong, are crossed last, the sharper the later: they mislead no element that
// can be reached around them. `vectors`: 3 x elements, rotation vectors, of any winding.
std::vector<FollowingStep> following_order(const ElementNeighbours& neighbours,
                                           const Eigen::Matrix3Xf& vectors,
                                           const std::vector<int>& roots);

}  // namespace retake
