#pragma once
#include <string>
#include <vector>

#include "retake/mesh/mesh_file.h"

namespace retake {

// Something about a mesh that a person should know.
struct MeshFinding {
  std::string what;  // "inverted tets"
  int count = 0;
  std::vector<int> examples;  // the first few, from 0
  std::string action;         // what reading does about it: "turned over", "left as they are"
  bool is_harmful = true;     // false: fine, only worth knowing
};

struct Range {
  double least = 0, mean = 0, greatest = 0;
};

// What a mesh is and what is wrong with it; `retake check` prints it.
struct MeshReport {
  std::string format;
  FileCounts counts;                             // as in the file
  int vertices = 0, tets = 0, triangles = 0;     // triangles: of the skin, where there are tets
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();  // bounding box
  double volume = 0;                             // of the tets, or enclosed by a closed surface
  int components = 0;
  bool is_closed = false;  // the surface has no boundary edges
  int boundary_edges = 0, boundary_loops = 0;
  int non_manifold_edges = 0, misoriented_edges = 0;
  Range dihedral_angle;  // degrees, over all tets; zero without tets
  Range radius_ratio;    // 1 regular, 0 flat
  std::vector<MeshFinding> findings;
  std::vector<std::string> notes;  // from reading the file

  bool is_sound() const;  // no harmful finding
};

// For a whole picture give it a file that was read with {.repair = false}.
MeshReport describe(const MeshFile& file);
MeshReport describe(const TetMesh& mesh);
MeshReport describe(const TriangleMesh& mesh);

}  // namespace retake
