#pragma once
#include <filesystem>

#include "retake/shot/json_fields.h"
#include "retake/shot/shot.h"

namespace retake {

// A mesh with the faces of the shot's body, as a pose of it. Of an imported shot the file has the
// vertices, axes and unit of the files that it came from. Throws InputError for another mesh.
Eigen::Matrix3Xf read_pose_mesh(const std::filesystem::path& file, const Shot& shot);

// A frame of the point cache that `key` names: that of the key KEY_frame, which may be absent where
// there is one frame alone. Metres, y up.
Eigen::Matrix3Xf read_pose_of_cache(JsonFields& fields, const std::string& key,
                                    const std::filesystem::path& folder);

// Throws InputError for a pose that has another number of vertices than the body.
void check_pose_count(Eigen::Index found, Eigen::Index expected, const std::filesystem::path& file);

}  // namespace retake
