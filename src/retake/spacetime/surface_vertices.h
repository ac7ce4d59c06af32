#pragma once
#include "retake/elasticity/body.h"

namespace retake {

// The body's triangles, or the skin of its tets where it carries none.
Eigen::Matrix3Xi outer_triangles(const Body& body);

// Vertices of these triangles that are not pinned, ascending: those that can touch something.
std::vector<int> touchable_vertices(const Body& body, const Eigen::Matrix3Xi& triangles);

}  // namespace retake
