#pragma once
#include <vector>

#include "retake/rotation_strain/warp.h"

namespace retake {

// The rigid motion that brings the rest shape nearest to each frame, weighted by mass, for a body
// without pins; no motion for others.
std::vector<Placement> placements_of(const Body& body, const Motion& motion);

}  // namespace retake
