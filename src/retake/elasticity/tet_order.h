#pragma once
#include <vector>

#include "retake/elasticity/body.h"

namespace retake {

// The tets along a space-filling curve (Morton's) through their centres at rest: neighbours in
// this order are neighbours in space and share vertices. Does not depend on the mesh's numbering.
std::vector<int> tets_in_space_order(const Body& body);

}  // namespace retake
