#pragma once
#include <filesystem>

#include "retake/mesh/motion.h"
#include "retake/shot/shot_body.h"

// Point caches as the motion of a shot. One frame at a time is in memory beside the motion, which
// lies in a store where it is long (long_motion.h).
namespace retake {

// Throws InputError that names both counts and the first bad frame for a cache of another mesh, and
// the frame, vertex and number for one that lies absurdly far away.
Motion read_cache_file(const std::filesystem::path& file, const Body& body);

// One cache for each body, side by side. Throws InputError for another number of files than bodies,
// for a cache of another mesh, and for caches that differ in length (names both bodies and counts).
Motion read_cache_files(const std::vector<std::filesystem::path>& files,
                        const std::vector<ShotBody>& stacked);

}  // namespace retake
