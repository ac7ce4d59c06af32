#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "retake/mesh/embedding.h"
#include "retake/numerics/progress.h"

namespace retake {

// How the inside of a surface is filled with tets.
//   wrap       CGAL: a tight wrap where the surface is open, crosses itself or is a soup, then
//              Delaunay refinement. Close to the surface; runs in a program of its own.
//   lattice    isosurface stuffing of what is inside or near: never fails, fattens a little.
//   automatic  wrap, and the lattice where that program is absent, fails or takes too long.
enum class SolidMeshMethod { automatic, wrap, lattice };

struct SolidMeshOptions {
  SolidMeshMethod method = SolidMeshMethod::automatic;
  double cell = 0;         // edge length of the tets in the mesh's unit; 0: for some thousand tets
  double time_limit = 30;  // seconds for CGAL
  std::filesystem::path
      mesher;  // CGAL's program; empty: $RETAKE_MESHER, or the one beside this one

  // Throws InputError that names the value which makes no sense.
  void validate() const;
};

struct SolidMesh {
  TetMesh tets;
  Embedding surface;  // of the surface's vertices in `tets`; those outside hang on the nearest tet
  double cell = 0;    // edge length that was used
  double fill = 1;    // the surface's volume over that of the tets: multiply masses by it
  std::string how;    // one sentence for people
  std::vector<std::string> notes;  // what else they should know, a sentence each
};

// Fills a triangle surface, closed or not, with tets. The surface may have holes, cross itself, be
// a soup or hang together by nothing but the places of its vertices. The same input gives the same
// tets, unless time runs out. Throws InputError where there is nothing to fill.
SolidMesh mesh_solid(const TriangleMesh& surface, const SolidMeshOptions& options = {},
                     Progress& progress = Progress::silent());

// Whether a surface encloses next to nothing, as cloth, leaves and flags do: a shell suits it.
bool is_sheet_like(const TriangleMesh& surface);

}  // namespace retake
