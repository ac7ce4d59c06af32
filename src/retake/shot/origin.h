#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "retake/mesh/mesh_file.h"
#include "retake/mesh/up_axis.h"

namespace retake {

// Where an imported shot came from and how its files say things, so that what goes out again has
// the file's own order of vertices, faces, axes, unit and frame numbers.
struct Origin {
  std::filesystem::path mesh_file;    // absolute
  std::filesystem::path motion_file;  // absolute; empty: the mesh came without a motion
  std::string object;                 // what the mesh is called
  std::string clip;                   // of a file with several; empty: the first, or the only one
  UpAxis up = UpAxis::y;              // inside a shot it is always y
  double meters_per_unit = 1;
  double fps = 24;
  double start_frame = 0;  // number of the first frame

  // The body's vertex of each vertex of the file, which may repeat one where normals or texture
  // part (a seam). Empty: they are the same.
  std::vector<int> body_vertex_of_file_vertex;

  // The file's faces, which may be quads. Empty: the body's triangles.
  Polygons polygons;

  bool operator==(const Origin&) const = default;
};

// Throws InputError for a unit, rate or start that makes no sense; `where` says whose it is.
void validate(const Origin& origin, const std::string& where);

// From the file's axes and unit to metres with y up: a turn of whole right angles, and a factor.
Eigen::Matrix3Xf to_shot_space(const Origin& origin, const Eigen::Matrix3Xf& file_positions);
Points to_shot_space(const Origin& origin, const Points& file_positions);
// The reverse, without regard to the order of vertices.
Eigen::Matrix3Xf to_file_space(const Origin& origin, const Eigen::Matrix3Xf& shot_positions);

// Positions of the body's vertices as the file would have them: its order, axes and unit.
Eigen::Matrix3Xf to_file_vertices(const Origin& origin, const Eigen::Matrix3Xf& body_positions);

// Faces as the file has them, by the file's vertices; `triangles`: those of the body.
Polygons file_polygons(const Origin& origin, const Eigen::Matrix3Xi& triangles);

}  // namespace retake
