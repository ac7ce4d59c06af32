#include "retake/mesh/frame_files.h"

#include <algorithm>
#include <cctype>
#include <limits>

#include "retake/mesh/ascii_text.h"
#include "retake/numerics/errors.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool is_frame_ending(const std::string& ending) { return ending == ".obj" || ending == ".ply"; }

int to_frame_number(std::string_view digits) {
  if (digits.empty() || digits.size() > 9) return -1;
  return std::all_of(digits.begin(), digits.end(), is_digit) ? std::stoi(std::string(digits)) : -1;
}

// The stem without the digits that end it: "flag_" of "flag_007.obj".
std::string prefix_of(const fs::path& file) {
  std::string stem = file.stem().string();
  while (!stem.empty() && is_digit(stem.back())) stem.pop_back();
  return stem;
}

[[noreturn]] void refuse_mixture(const fs::path& path, const FramePattern& one,
                                 const FramePattern& other) {
  throw InputError(
      {.what = "the folder holds more than one sequence",
       .where = path.string(),
       .found = "'" + one.prefix + "'" + one.ending + " and '" + other.prefix + "'" + other.ending,
       .advice = "Name one of them, such as " + one.prefix + "####" + one.ending});
}

void refuse_gaps(const std::map<int, fs::path>& files, const fs::path& path) {
  std::string missing;
  int count = 0;
  for (auto it = files.begin(); std::next(it) != files.end(); ++it) {
    const int gap = std::next(it)->first - it->first - 1;
    for (int i = 1; i <= gap && count + i <= 5; ++i) missing += std::to_string(it->first + i) + " ";
    count = std::min(count, std::numeric_limits<int>::max() - gap) + gap;
  }
  if (count == 0) return;
  throw InputError({.what = std::to_string(count) + " frames are missing in the sequence",
                    .where = path.string(),
                    .expected = "every number from " + std::to_string(files.begin()->first) +
                                " to " + std::to_string(files.rbegin()->first),
                    .found = "no " + missing + (count > 5 ? "and more" : "")});
}

}  // namespace

FramePattern parse_frame_pattern(const fs::path& path) {
  const std::string ending = ending_of(path);
  if (!is_frame_ending(ending)) return {.folder = path};
  FramePattern pattern = {path.parent_path(), path.stem().string(), ending, 0, false};
  if (pattern.folder.empty()) pattern.folder = ".";
  if (const auto percent = pattern.prefix.find('%'); percent != std::string::npos) {
    const std::string digits = pattern.prefix.substr(percent + 1);
    pattern.digits = !digits.empty() && is_digit(digits.front()) ? std::atoi(digits.c_str()) : 1;
    pattern.prefix.resize(percent);
    return pattern;
  }
  while (pattern.prefix.ends_with('#')) {
    pattern.prefix.pop_back();
    ++pattern.digits;
  }
  if (pattern.digits == 0) {
    throw InputError({.what = "one " + upper_case(ending.substr(1)) + " file is no motion",
                      .where = path.string(),
                      .expected = "a folder, or a pattern such as frame_####" + ending});
  }
  return pattern;
}

int frame_number_behind(const FramePattern& pattern, const fs::path& file) {
  const std::string stem = file.stem().string();
  if (ending_of(file) != pattern.ending || !stem.starts_with(pattern.prefix)) return -1;
  return to_frame_number(std::string_view(stem).substr(pattern.prefix.size()));
}

std::map<int, fs::path> frame_files(const fs::path& path) {
  std::error_code error;
  FramePattern pattern =
      fs::is_directory(path, error) ? FramePattern{.folder = path} : parse_frame_pattern(path);
  error.clear();
  std::map<int, fs::path> files;
  for (const auto& entry : fs::directory_iterator(pattern.folder, error)) {
    FramePattern here = pattern;
    if (pattern.is_folder) {
      here.prefix = prefix_of(entry.path());
      here.ending = ending_of(entry.path());
    }
    const int number = is_frame_ending(here.ending) ? frame_number_behind(here, entry.path()) : -1;
    if (number < 0) continue;
    const bool is_other = here.prefix != pattern.prefix || here.ending != pattern.ending;
    if (is_other && !files.empty()) refuse_mixture(path, pattern, here);
    pattern = here;
    if (!files.emplace(number, entry.path()).second) {
      throw InputError({.what = "two files for one frame",
                        .where = path.string(),
                        .found = entry.path().filename().string()});
    }
  }
  if (error) {
    throw FileError(
        {.what = "cannot read the folder: " + error.message(), .where = pattern.folder.string()});
  }
  if (files.empty()) {
    throw InputError({.what = "no numbered OBJ or PLY files", .where = path.string()});
  }
  refuse_gaps(files, path);
  return files;
}

}  // namespace retake
