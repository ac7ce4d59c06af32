#pragma once
#include "retake/elasticity/body.h"
#include "retake/mesh/solid_mesher.h"

namespace retake {

// A corner whose weight is below this carries nothing: so much is left of 0 by rounding to float.
constexpr float no_weight = 1e-6F;

// A surface as the body of the solid that was made of it: its vertices and triangles are the
// surface's own.
Body make_surface_body(const TriangleMesh& surface, SolidMesh solid);

// For a body with an interior: the solid body inside, with masses for the surface's volume. Pinned
// are all vertices that carry a pinned vertex of the surface, so that none of those can move; a
// single pin holds the four corners of a tet and with them the directions around it.
Body interior_body(const Body& body);

// 3n x 3m: displacements of the surface from those of the interior. The corners are those of the
// embedding, the weights are found again in double, so that linear fields are met to rounding.
SparseMatrix interior_to_surface(const Body& body);

// The interior's piece of each vertex of the surface: pieces share no vertex of any tet.
std::vector<int> interior_pieces(const Body& body);

}  // namespace retake
