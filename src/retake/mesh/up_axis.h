#pragma once
#include <string>
#include <vector>

#include "retake/numerics/linear_types.h"

namespace retake {

// The axis of a file that points up in the world.
enum class UpAxis { x, y, z, minus_x, minus_y, minus_z };

// "x", "y", "z", "-x", "-y", "-z", by the enum's order.
const std::vector<std::string>& up_axis_names();

// Turns the axis to y: whole right angles.
Mat3 to_y_up(UpAxis up);

}  // namespace retake
