#pragma once
#include <string>

#include "retake/mesh/up_axis.h"

namespace retake {

// "[(x, y, z), (x, y, z)]"; the shortest spellings that read back as the same numbers.
void append_usda_points(std::string& text, const Eigen::Matrix3Xf& points);

// Lowest and highest corner of the box around the points, 3 x 2: what USD calls an extent.
Eigen::Matrix3Xf box_around(const Eigen::Matrix3Xf& points);

// What a stage says of such points: 'Y' or 'Z', the two that USD knows.
inline char usd_up_axis(UpAxis up) { return up == UpAxis::z ? 'Z' : 'Y'; }

}  // namespace retake
