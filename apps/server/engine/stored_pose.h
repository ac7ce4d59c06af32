#pragma once
#include "retake/elasticity/body.h"

namespace retake::server {

// The pose seen in a mirror through the middle of the rest shape, across an axis (0: x). Throws
// InputError where the rest shape is not its own mirror image, and names a vertex without partner.
Eigen::Matrix3Xf mirrored(const Body& body, const Eigen::Matrix3Xf& pose, int axis);

}  // namespace retake::server
