#pragma once
#include <filesystem>

#include "retake/shot/json_fields.h"
#include "retake/shot/pose_source.h"
#include "retake/shot/shot.h"
#include "retake/shot/shot_staging.h"

// Key poses as a shot's source, to JSON and back. docs/shot.md lists the keys.
namespace retake {

// Adds to the source's JSON; all poses go into one point cache beside the shot.
void write_pose_source(Json& json, const PoseSource& source, const ShotStaging& staging);

// Poses that are meshes are read as the shot's origin says: its axes, unit and vertices.
PoseSource read_pose_source(JsonFields& fields, const std::filesystem::path& folder,
                            const Shot& shot);

}  // namespace retake
