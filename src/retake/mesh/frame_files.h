#pragma once
#include <filesystem>
#include <map>
#include <string>

namespace retake {

// Names of the files of a sequence, a mesh each. "shot/flag_##.obj" or "shot/flag_%02d.obj" is
// "flag_" in the folder "shot", with two digits; a plain folder is every numbered file in it.
struct FramePattern {
  std::filesystem::path folder;
  std::string prefix = "frame_";
  std::string ending = ".obj";  // or .ply; of a folder: whichever it holds
  int digits = 4;
  bool is_folder = true;
};

// Throws InputError for a single file.
FramePattern parse_frame_pattern(const std::filesystem::path& path);

// 7 of "flag_007.obj" behind "flag_"; the prefix may itself end with digits. -1: no such name.
int frame_number_behind(const FramePattern& pattern, const std::filesystem::path& file);

// Files by their frame number. Throws InputError where the folder holds more than one sequence or
// numbers are missing; FileError where it cannot be read.
std::map<int, std::filesystem::path> frame_files(const std::filesystem::path& path);

}  // namespace retake
