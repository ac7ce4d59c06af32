#pragma once
#include <filesystem>
#include <string>

namespace retake {

struct FileBytes {
  std::filesystem::path path;
  std::string bytes;
};

// The whole of a regular file. Folders, pipes and devices are refused.
FileBytes read_file(const std::filesystem::path& path);

}  // namespace retake
