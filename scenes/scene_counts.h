#pragma once
#include <string>

namespace retake {

// How large a scene of the standard size is, to be known without building it.
struct SceneCounts {
  int vertices = 0, frames = 0;
};

// Throws InputError for an unknown name.
SceneCounts scene_counts(const std::string& name);

}  // namespace retake
