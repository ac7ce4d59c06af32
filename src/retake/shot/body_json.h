#pragma once
#include <filesystem>

#include "retake/elasticity/body_file.h"
#include "retake/shot/json_fields.h"
#include "retake/shot/shot.h"
#include "retake/shot/shot_staging.h"

namespace retake {

// What stands between the shot's name and the endings of a body's files.
struct BodyFileNames {
  std::string mesh, others;
};

// A body as the file of a shot has it; the meshes are written into the staging.
Json body_to_json(const Body& body, const BodyFileNames& names, const ShotStaging& staging);
// Throws InputError or FileError for what makes no body. Adds what a person should know to `notes`.
Body read_body_of_shot(JsonFields fields, const std::filesystem::path& folder, Notes& notes);

// A surface that is only looked at.
struct ColoredTriangles {
  TriangleMesh mesh;
  Eigen::Matrix3Xf colors;  // empty where the file has none
};
ColoredTriangles read_triangles(const std::filesystem::path& path, Notes& notes);

}  // namespace retake
