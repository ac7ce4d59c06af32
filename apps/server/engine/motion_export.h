#pragma once
#include <filesystem>

#include "retake/elasticity/body.h"
#include "retake/mesh/motion.h"
#include "retake/numerics/progress.h"
#include "retake/shot/layer.h"

namespace retake::server {

// Throws InputError for an ending that no format has.
void check_export_name(const std::filesystem::path& file);

// Writes those frames of the motion; the ending picks the format (mesh/motion_file.h).
void export_motion(const Motion& motion, const FrameRange& frames, const Body& body,
                   const std::filesystem::path& file, Progress& progress);

}  // namespace retake::server
