#pragma once
#include <vector>

#include "retake/mesh/tet_mesh.h"
#include "retake/mesh/triangle_mesh.h"

namespace retake {

// The skin of a tet mesh with vertices of its own.
struct Surface {
  TriangleMesh mesh;          // only the vertices on the skin, in the tet mesh's order
  std::vector<int> vertices;  // the tet mesh's vertex of each vertex of `mesh`
  std::vector<int> tets;      // the tet behind each triangle of `mesh`
};

// Faces that belong to exactly one tet, counter-clockwise seen from outside (for tets of positive
// volume). Numbered as the mesh numbers its vertices; in the order of the tets.
Eigen::Matrix3Xi surface_triangles(const TetMesh& mesh);

Surface surface_of(const TetMesh& mesh);

}  // namespace retake
