#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "retake/mesh/ascii_text.h"
#include "retake/mesh/formats.h"
#include "retake/mesh/motion_formats.h"
#include "retake/mesh/staged_files.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

namespace fs = std::filesystem;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// The digits that end the stem are the frame number: "flag_" and 7 of "flag_007.obj".
struct NumberedName {
  std::string prefix;
  int number = -1;  // -1: no number
};

int to_frame_number(std::string_view digits) {
  if (digits.empty() || digits.size() > 9) return -1;
  return std::all_of(digits.begin(), digits.end(), is_digit) ? std::stoi(std::string(digits)) : -1;
}

NumberedName parse_name(const fs::path& file) {
  const std::string stem = file.stem().string();
  std::size_t digits = stem.size();
  while (digits > 0 && is_digit(stem[digits - 1])) --digits;
  return {stem.substr(0, digits), to_frame_number(std::string_view(stem).substr(digits))};
}

// 7 of "flag_007.obj" behind "flag_"; the prefix may itself end with digits. -1: no such name.
int number_behind(const std::string& prefix, const fs::path& file) {
  const std::string stem = file.stem().string();
  if (ending_of(file) != ".obj" || !stem.starts_with(prefix)) return -1;
  return to_frame_number(std::string_view(stem).substr(prefix.size()));
}

// "shot/flag_##.obj" or "shot/flag_%02d.obj" is "flag_" in the folder "shot", with two digits; a
// plain folder is every numbered file in it.
struct Pattern {
  fs::path folder;
  std::string prefix;
  int digits = 4;
  bool any_prefix = true;
};

Pattern parse_pattern(const fs::path& path) {
  if (ending_of(path) != ".obj") return {path, "frame_"};
  Pattern pattern = {path.parent_path(), path.stem().string(), 0, false};
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
    throw InputError({.what = "one OBJ file is no motion",
                      .where = path.string(),
                      .expected = "a folder, or a pattern such as frame_####.obj"});
  }
  return pattern;
}

std::map<int, fs::path> files_of(const Pattern& pattern, const fs::path& path) {
  std::error_code error;
  std::map<int, fs::path> files;
  std::string prefix;
  for (const auto& entry : fs::directory_iterator(pattern.folder, error)) {
    if (ending_of(entry.path()) != ".obj") continue;
    NumberedName name = parse_name(entry.path());
    if (!pattern.any_prefix) name = {pattern.prefix, number_behind(pattern.prefix, entry.path())};
    if (name.number < 0) continue;
    if (pattern.any_prefix && !files.empty() && name.prefix != prefix) {
      throw InputError({.what = "the folder holds more than one sequence",
                        .where = path.string(),
                        .found = "'" + prefix + "' and '" + name.prefix + "'",
                        .advice = "Name one of them, such as " + prefix + "####.obj"});
    }
    prefix = name.prefix;
    if (!files.emplace(name.number, entry.path()).second) {
      throw InputError({.what = "two files for one frame",
                        .where = path.string(),
                        .found = entry.path().filename().string()});
    }
  }
  if (error) {
    throw FileError(
        {.what = "cannot read the folder: " + error.message(), .where = pattern.folder.string()});
  }
  return files;
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

class ObjSequenceSource : public MotionReader::Source {
 public:
  explicit ObjSequenceSource(const std::map<int, fs::path>& files) {
    for (const auto& [number, file] : files) files_.push_back(file);
    info.point_count = static_cast<int>(read_obj_positions(read_file(files_.front())).cols());
    info.frame_count = static_cast<int>(files_.size());
    info.start_frame = files.begin()->first;
  }

  Eigen::Matrix3Xf frame(int index) const override {
    const fs::path& file = files_[static_cast<std::size_t>(index)];
    const Points positions = read_obj_positions(read_file(file));
    if (positions.cols() != info.point_count) {
      throw InputError({.what = "a frame with another number of vertices than the first",
                        .where = file.string(),
                        .expected = std::to_string(info.point_count),
                        .found = std::to_string(positions.cols())});
    }
    return positions.cast<float>();
  }

 private:
  std::vector<fs::path> files_;
};

// The number of the first frame. Formats that store times give it only nearly whole: 4.9999998.
int first_number(const fs::path& path, double start_frame) {
  constexpr double greatest = 999'999'999;  // as many digits as are read
  const double number = std::round(start_frame);
  if (number >= 0 && number <= greatest) return static_cast<int>(number);
  throw InputError({.what = "files cannot be numbered from this frame",
                    .where = path.string(),
                    .expected = "0 or more",
                    .found = std::to_string(start_frame)});
}

class ObjSequenceSink : public MotionWriter::Sink {
 public:
  ObjSequenceSink(const fs::path& path, const MotionWriteOptions& options)
      : pattern_(parse_pattern(path)),
        first_(first_number(path, options.start_frame)),
        next_(first_),
        triangles_(options.triangles),
        files_(pattern_.folder) {}

  void append(const Eigen::Matrix3Xf& frame) override {
    files_.write(name_of(next_++), write_obj({frame.cast<double>(), triangles_}));
  }

  void finish() override { files_.publish(leftovers()); }

 private:
  std::string name_of(int number) const {
    std::string digits = std::to_string(number);
    const auto width = static_cast<std::size_t>(pattern_.digits);
    if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
    return pattern_.prefix + digits + ".obj";
  }

  // Files of an older sequence under the same pattern, with which this one would mix. With more
  // digits than the pattern has they may be another's (take20001.obj for take####.obj), unless they
  // continue the numbers before.
  std::set<std::string> leftovers() const {
    std::set<int> numbers;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(pattern_.folder, none)) {
      const int number = number_behind(pattern_.prefix, entry.path());
      if (number >= 0 && entry.path().filename() == name_of(number)) numbers.insert(number);
    }
    std::set<std::string> names;
    int before = -2;
    for (const int number : numbers) {
      const bool fits = std::to_string(number).size() <= static_cast<std::size_t>(pattern_.digits);
      if (!fits && number != before + 1 && (number < first_ || number > next_)) continue;
      names.insert(name_of(number));
      before = number;
    }
    return names;
  }

  Pattern pattern_;
  int first_, next_;
  Eigen::Matrix3Xi triangles_;
  StagedFiles files_;
};

}  // namespace

SourcePointer open_obj_sequence(const fs::path& path, const MotionReadOptions& options) {
  const auto files = files_of(parse_pattern(path), path);
  if (files.empty()) {
    throw InputError({.what = "no numbered OBJ files", .where = path.string()});
  }
  refuse_gaps(files, path);
  auto source = std::make_unique<ObjSequenceSource>(files);
  source->info.fps = options.fps;
  source->info.fps_is_known = false;
  return source;
}

SinkPointer create_obj_sequence(const fs::path& path, const MotionWriteOptions& options) {
  return std::make_unique<ObjSequenceSink>(path, options);
}

}  // namespace retake
