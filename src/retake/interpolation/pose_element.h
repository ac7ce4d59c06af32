#pragma once
#include <vector>

#include "retake/rotation_strain/element_geometry.h"

namespace retake {

// Elements of a body in its own order, weights relative to their mean.
std::vector<ElementShape> pose_elements(const Body& body);

// ∇u of displacements u; the normal of a triangle turns along, δn = -(∇s u)ᵀ n0.
Mat3 gradient_of(const ElementShape& element, const Eigen::Matrix3Xf& displacements);

// F of positions; of a triangle with its unit normal.
Mat3 deformation_of(const ElementShape& element, const Eigen::Matrix3Xf& positions);

}  // namespace retake
