#pragma once
#include "retake/elasticity/body.h"

namespace retake::server {

// Where, along an axis (0: x), a mirror stands in which the most vertices of the rest shape have a
// partner, m. Throws InputError, and says how many have none, where not all of them do.
double plane_of_symmetry(const Body& body, int axis);

// The pose seen in a mirror across an axis, through a plane where the rest shape is its own mirror
// image. Throws InputError where it is not, and names a vertex without partner.
Eigen::Matrix3Xf mirrored(const Body& body, const Eigen::Matrix3Xf& pose, int axis, double plane);

}  // namespace retake::server
