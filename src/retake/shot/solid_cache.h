#pragma once
#include "retake/mesh/solid_mesher.h"

namespace retake {

struct SolidCacheOptions {
  std::filesystem::path folder;              // empty: `solids` in default_cache_folder()
  std::uintmax_t most_bytes = 512ull << 20;  // the oldest files go first
};

// mesh_solid(), but what was filled once is read the next time, the same to the bit. A cache that
// is broken or cannot be written costs the time to fill, no more. What ran out of time is not kept:
// it may do better another day.
SolidMesh cached_solid(const TriangleMesh& surface, const SolidMeshOptions& options = {},
                       const SolidCacheOptions& cache = {},
                       Progress& progress = Progress::silent());

}  // namespace retake
