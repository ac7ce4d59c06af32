#pragma once
#include "retake/shot/shot.h"

namespace retake {

struct MotionCacheOptions {
  std::filesystem::path folder;            // empty: `motions` in default_cache_folder()
  std::uintmax_t most_bytes = 2ull << 30;  // the oldest files go first
};

// SHA-256 over everything that a simulation depends on: body, obstacles, forcing, launch, options.
std::string motion_cache_key(const Body& body, const SimulationSetup& setup);

// make_motion(), but what was simulated once is read the next time. A cache that is broken or
// cannot be written costs the time to simulate, no more.
SimulationResult cached_motion(const Shot& shot, const MotionCacheOptions& cache = {},
                               Progress& progress = Progress::silent());

}  // namespace retake
