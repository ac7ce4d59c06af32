#pragma once
#include <filesystem>

#include "retake/shot/shot.h"

namespace retake {

// A mesh with the faces of the shot's body, as a pose of it. Of an imported shot the file has the
// vertices, axes and unit of the files that it came from. Throws InputError for another mesh.
Eigen::Matrix3Xf read_pose_mesh(const std::filesystem::path& file, const Shot& shot);

// A frame of a point cache of the body: metres, y up.
Eigen::Matrix3Xf read_pose_of_cache(const std::filesystem::path& cache, int frame,
                                    const Body& body);

}  // namespace retake
