#pragma once
#include "retake/rotation_strain/warp.h"

namespace retake {

// The linear edit (3 x n, axes of the rest shape) that warps an input frame towards a pose (both
// world positions, 3 x n): its gradients come nearest to the difference of the two in rotation
// vectors and stretches. Where the pose is such a warp of the frame, the edit is found again.
Eigen::Matrix3Xf unwarp(const Body& body, const Placement& placement, const Eigen::Matrix3Xf& input,
                        const Eigen::Matrix3Xf& pose);

}  // namespace retake
