#pragma once
#include <string>

#include "retake/mesh/tet_mesh.h"
#include "retake/mesh/triangle_mesh.h"

// What the library and CGAL's program (apps/mesher) tell each other, over its standard input and
// output. Both run on one machine, so numbers are as they lie in memory.
namespace retake {

struct MesherRequest {
  TriangleMesh surface;
  double cell = 0;  // wanted length of edges
  bool wrap =
      true;  // false: the surface is closed, and is filled as it is unless it crosses itself
};

struct MesherAnswer {
  TetMesh tets;
  bool wrapped = false;
};

// Throws InputError where the bytes are not such a message, whole and with numbers in range.
std::string to_bytes(const MesherRequest& request);
MesherRequest request_from_bytes(const std::string& bytes);
std::string to_bytes(const MesherAnswer& answer);
MesherAnswer answer_from_bytes(const std::string& bytes);

}  // namespace retake
