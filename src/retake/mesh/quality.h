#pragma once
#include <vector>

#include "retake/mesh/tet_mesh.h"
#include "retake/mesh/triangle_mesh.h"

namespace retake {

// A tet is flat when its volume is below this share of its longest edge cubed (a regular tet has
// 0.118). Below it, positions written with nine digits no longer say which side is out.
constexpr double flat_tet = 1e-9;

// Negative when the tet is inverted.
double volume(const TetMesh& mesh, int tet);

bool is_flat(const TetMesh& mesh, int tet);

// Triangles whose area is below the same share of their longest edge squared, ascending.
std::vector<int> flat_triangles(const TriangleMesh& mesh);

struct TetQuality {
  double volume = 0;              // signed
  double min_dihedral_angle = 0;  // degrees, 0 to 70.5
  double max_dihedral_angle = 0;  // degrees, 70.5 to 180
  double radius_ratio = 0;        // 3 inradius / circumradius: 1 regular, 0 flat
};

TetQuality quality(const TetMesh& mesh, int tet);

}  // namespace retake
