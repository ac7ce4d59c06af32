#pragma once
#include <vector>

#include "retake/elasticity/body.h"

namespace retake {

// For each vertex the piece that it belongs to, from 0: pieces share no vertex of any element. Of a
// surface with an interior: the piece of the interior.
std::vector<int> pieces_of(const Body& body);

// For a body without an interior: small motions of each piece that stretch nothing and leave its
// pins in place: 3n x k, columns mass-orthonormal (vertex_mass: n values, kg), zero rows at pins. k
// is 6 for a piece without pins, 3 for one pin, 1 for pins in a line, 0 for three or more others.
MatX rigid_modes(const Body& body, const VecX& vertex_mass);

}  // namespace retake
