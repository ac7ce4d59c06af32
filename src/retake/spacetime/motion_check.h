#pragma once
#include "retake/elasticity/body.h"
#include "retake/mesh/motion.h"

namespace retake {

// Throws InputError for the first frame that has not one finite position for each vertex of the
// body; it names the frame and both counts, or the vertex.
void check_fits(const Body& body, const Motion& motion);

}  // namespace retake
