#pragma once
#include <string>
#include <vector>

#include "apps/cli/json_report.h"
#include "retake/numerics/progress.h"

namespace retake::cli {

// What `retake check` found: facts for people, the same for programs.
struct FileReport {
  Json json;
  std::vector<std::string> lines;
  bool sound = true;
};

// Whether these are a mesh and the cache of its motion, which are looked at together.
bool is_pair(const std::vector<std::string>& files);

// The frames against the mesh, as an import does it: counts, order of the vertices, numbers that
// are none, jumps, frames that repeat the one before.
FileReport check_pair(const std::vector<std::string>& files, Progress& progress);

// Files of points alone.
bool is_motion_file(const std::string& file);

}  // namespace retake::cli
