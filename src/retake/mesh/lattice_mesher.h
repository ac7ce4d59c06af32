#pragma once
#include "retake/mesh/distance_field.h"
#include "retake/mesh/tet_mesh.h"

namespace retake {

struct LatticeOptions {
  double spacing = 0.1;  // edge of a lattice cube, metres; tets are about this long
  int relaxations = 6;   // sweeps that move the vertices of poor tets to better places
};

// Fills the solid with tets: a body-centred cubic lattice, cut at the surface (isosurface stuffing,
// Labelle and Shewchuk 2007), then relaxed. All dihedral angles are above 10 degrees wherever the
// lattice sees the shape; parts thinner than the spacing may break up or be lost. Only the largest
// piece that hangs together by whole faces is kept. The same input gives the same bits.
TetMesh mesh_solid(const DistanceField& solid, const LatticeOptions& options = {});

}  // namespace retake
