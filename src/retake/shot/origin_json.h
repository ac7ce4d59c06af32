#pragma once
#include "retake/shot/json_fields.h"
#include "retake/shot/origin.h"
#include "retake/shot/shot_staging.h"

// Where a shot came from, to JSON and back; long lists are in a file beside the shot.
namespace retake {

// Files within the folder of the shot are named from there, others by their whole path. `body`:
// what stands before the ending of the lists' file.
Json origin_to_json(const Origin& origin, const std::filesystem::path& folder,
                    const ShotStaging& staging, const std::string& body = "");

// `vertex_count`: of the body, to which the file's vertices must lead.
Origin read_origin(JsonFields fields, const std::filesystem::path& folder, int vertex_count);

}  // namespace retake
