#pragma once
#include "retake/mesh/lattice_mesher.h"

// The steps of mesh_solid, for itself and for its tests.
namespace retake::lattice {

// The lattice cut at the surface, all pieces, no relaxation.
TetMesh stuff(const DistanceField& solid, double spacing);

// Moves vertices of tets with a dihedral angle below `wanted` degrees wherever that raises the
// smallest angle around the vertex. Vertices of the skin stay on the solid's surface.
TetMesh relax(const TetMesh& mesh, const DistanceField& solid, double spacing, int sweeps,
              double wanted);

// The most tets that hang together by whole faces; what is left would swing like a door.
TetMesh largest_piece(const TetMesh& mesh);

// All pieces with at least this share of the largest piece's tets.
TetMesh large_pieces(const TetMesh& mesh, double least_share);

}  // namespace retake::lattice
