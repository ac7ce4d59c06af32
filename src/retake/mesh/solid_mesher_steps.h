#pragma once
#include "retake/mesh/solid_mesher.h"

// The steps of mesh_solid, for itself and for its tests.
namespace retake::solid {

// A surface as the mesher sees it: corners at the same place are one vertex, triangles without area
// are gone, neighbours run the same way round.
struct CleanSurface {
  TriangleMesh mesh;
  TriangleMesh caps;    // over the holes, on the same vertices and one more in each hole's middle
  double diagonal = 0;  // of its box
  double area = 0;      // without the caps
  double volume = 0;    // enclosed, with the caps
  int open_edges = 0;   // with one triangle
  int bad_edges = 0;    // with three or more, or run through the same way twice
  bool is_sheet = false;

  bool is_closed() const { return open_edges == 0 && bad_edges == 0; }
};

// Throws InputError where nothing with an area is left.
CleanSurface clean(const TriangleMesh& surface);

// An edge length that makes about `tets` tets.
double chosen_cell(const CleanSurface& surface, double tets);

// All of the inside and a layer of `fattening` cells around it.
struct LatticeSolid {
  TetMesh tets;
  double fattening = 0;
};

// Fattened just so much that it hangs together as the surface does and has all of the surface's
// vertices inside or next to a tet, if that can be done with less than a cell.
LatticeSolid fill_with_lattice(const CleanSurface& surface, double cell, Progress& progress);

// Tets that CGAL's program made, or why they cannot be used: "took longer than 30 s".
struct WrapResult {
  TetMesh tets;
  bool wrapped = false;  // false: the surface itself was filled
  std::string failure;
};

WrapResult fill_by_wrap(const CleanSurface& surface, double cell, const SolidMeshOptions& options,
                        Progress& progress);

// Whether tets hang together as the surface does, with all of its vertices inside or no farther
// away than `reach`.
bool holds_all(const TetMesh& tets, const TriangleMesh& surface, double reach);

}  // namespace retake::solid
