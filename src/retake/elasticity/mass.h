#pragma once
#include "retake/elasticity/body.h"

namespace retake {

// Mass of each vertex, kg (n values): a quarter of its tets', a third of its triangles'. The mass
// of an interior is shared out over the surface, piece by piece, by area.
VecX lumped_mass(const Body& body);

// Consistent mass of linear elements, 3n x 3n, both triangles.
SparseMatrix consistent_mass(const Body& body);

}  // namespace retake
