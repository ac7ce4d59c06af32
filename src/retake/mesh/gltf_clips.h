#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace retake {

// What the animations of a glTF file are called, in its order; those without a name by their
// number.
std::vector<std::string> gltf_clips(const std::filesystem::path& path);

}  // namespace retake
