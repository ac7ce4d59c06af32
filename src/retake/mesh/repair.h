#pragma once
#include <vector>

#include "retake/mesh/mesh_file.h"

namespace retake {

// Numbers in these reports are those of the mesh that was given.
struct TetRepair {
  TetMesh mesh;
  std::vector<int> inverted;  // tets of negative volume: two corners were exchanged
  std::vector<int> flat;      // tets without volume (see flat_tet): left out
  std::vector<int> kept;      // the tet that each tet of `mesh` was
};

TetRepair repair_tets(const TetMesh& mesh);

struct TriangleRepair {
  TriangleMesh mesh;
  std::vector<int> flipped;   // triangles that now run the other way round
  bool is_orientable = true;  // false: one-sided like a Moebius strip, or more than two at an edge
};

// Makes neighbours run the same way round, and closed components enclose positive volume. Triangles
// are neighbours across edges that two of them share. Of an open component, the first triangle
// decides.
TriangleRepair orient_triangles(const TriangleMesh& mesh);

// What read_mesh() does by default: repair_tets(), element sets renumbered, triangles without area
// left out (unless no other would remain), and notes that say so. Throws InputError when no tet has
// a volume.
MeshFile repaired(MeshFile file);

// "3 (such as 7, 12, 15)": how many there are, and the first few.
std::string count_and_examples(const std::vector<int>& indices);

}  // namespace retake
