#pragma once
#include <string>

#include "retake/numerics/linear_types.h"

namespace retake {

// "[(x, y, z), (x, y, z)]"; the shortest spellings that read back as the same numbers.
void append_usda_points(std::string& text, const Eigen::Matrix3Xf& points);

// Lowest and highest corner of the box around the points, 3 x 2: what USD calls an extent.
Eigen::Matrix3Xf box_around(const Eigen::Matrix3Xf& points);

}  // namespace retake
