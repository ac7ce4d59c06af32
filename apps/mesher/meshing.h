#pragma once
#include "retake/mesh/tet_mesh.h"
#include "retake/mesh/triangle_mesh.h"

// The pieces of CGAL that are used, each behind one function in one source: they take a minute and
// gigabytes to compile.
namespace retake {

// A closed surface around all triangles, `offset` away from them, that enters no hole narrower than
// `alpha` (Portaneri et al. 2022).
TriangleMesh wrap_surface(const TriangleMesh& surface, double alpha, double offset);

// Whether a closed surface crosses itself, is not manifold, or runs against itself.
bool needs_wrap(const TriangleMesh& surface);

// Fills a closed surface with tets: Delaunay refinement, then slivers perturbed and exuded.
// The same input gives the same tets.
TetMesh fill_surface(const TriangleMesh& surface, double cell);

}  // namespace retake
