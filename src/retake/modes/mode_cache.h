#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "retake/modes/modes.h"

namespace retake {

struct ModeCacheOptions {
  std::filesystem::path folder;            // empty: default_cache_folder()
  std::uintmax_t most_bytes = 4ull << 30;  // the oldest files go first
};

// $RETAKE_CACHE, else $XDG_CACHE_HOME/retake, else ~/.cache/retake; empty where none is set.
std::filesystem::path default_cache_folder();

// SHA-256 over everything that modes depend on: rest positions, elements, interior, materials,
// thickness, pins, tolerance, and the version of the file format. Not the count: a file with more
// modes serves requests for fewer.
std::string mode_cache_key(const Body& body, double tolerance);

struct CachedModes {
  ModeResult result;
  bool from_cache = false;  // the report is then that of the run which filled the cache
  std::string note;         // why the cache could not be read or written; empty if all is well
};

// Reads the modes of the body from the cache, or computes and stores them. A cache that is broken
// is computed anew; one that cannot be written is no error: `note` tells.
CachedModes cached_modes(const Body& body, const ModeOptions& options = {},
                         const ModeCacheOptions& cache = {},
                         Progress& progress = Progress::silent());

}  // namespace retake
