#pragma once
#include "retake/elasticity/body.h"

namespace retake::server {

// Each vertex of a body's interior as a weighted sum of four of the body's own vertices, for
// looking at: rigid and affine motions of the body take it along exactly. The body has an interior.
Embedding tie_interior(const Body& body);

}  // namespace retake::server
