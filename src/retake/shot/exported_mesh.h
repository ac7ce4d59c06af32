#pragma once
#include <functional>

#include "retake/mesh/motion_file.h"
#include "retake/shot/shot.h"

namespace retake {

// Which vertices are written: those that are simulated and edited, or the finer surface that they
// carry along.
enum class ExportMesh { simulation, render };

// A shot's mesh as it goes out: an imported one with its file's own vertices, faces, axes and unit.
struct ExportedMesh {
  int vertex_count = 0;
  Eigen::Matrix3Xi triangles;
  Polygons polygons;  // empty: the triangles
  UpAxis up = UpAxis::y;
  double meters_per_unit = 1;
  // From the body's vertices, 3 x n, to those that are written.
  std::function<Eigen::Matrix3Xf(const Eigen::Matrix3Xf&)> positions;
};

// Throws InputError for a surface that the body does not carry. Points go out as they came; what
// came from glTF goes back into it without a turn or a factor. The shot outlives what is given.
ExportedMesh exported_mesh(const Shot& shot, const std::filesystem::path& file, ExportMesh mesh);

}  // namespace retake
