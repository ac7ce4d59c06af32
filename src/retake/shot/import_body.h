#pragma once
#include "retake/shot/import_shot.h"

namespace retake {

// What a surface is, as far as that decides what body it becomes.
struct SurfaceShape {
  bool is_closed = false;
  bool is_thin = false;    // closed, and encloses next to nothing
  double opening = 0;      // area over all holes by the area of the surface; a flat sheet has 1
  double loose_share = 0;  // pieces beyond the first by triangles; near 1: none touches another
};
SurfaceShape examine_shape(const TriangleMesh& surface);

struct BodyDecision {
  BodyChoice kind = BodyChoice::shell;  // never automatic
  std::string why;                      // a clause: "since its surface is closed"
};
BodyDecision decide_body(const SurfaceShape& shape);

// The body of what was read, in metres and y up, with the vertices in the order given; pins are not
// set. `assumptions` tells what was decided. Throws InputError where a choice does not fit the mesh
// and where nothing can be made of it.
struct BodyMaking {
  Body body;
  std::vector<std::string> assumptions;
};
BodyMaking make_imported_body(const MeshFile& file, const ImportRequest& request,
                              Progress& progress);

}  // namespace retake
