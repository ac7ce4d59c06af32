#include <algorithm>
#include <cctype>
#include <limits>
#include <map>

#include "retake/mesh/atomic_file.h"
#include "retake/mesh/formats.h"
#include "retake/mesh/motion_formats.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

namespace fs = std::filesystem;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// "flag_007.obj": the digits that end the stem are the frame number.
struct NumberedName {
  std::string prefix;
  int number = -1;  // -1: no number
};

NumberedName parse_name(const fs::path& file) {
  const std::string stem = file.stem().string();
  std::size_t digits = stem.size();
  while (digits > 0 && is_digit(stem[digits - 1])) --digits;
  if (digits == stem.size() || stem.size() - digits > 9) return {stem, -1};
  return {stem.substr(0, digits), std::stoi(stem.substr(digits))};
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
  if (path.extension() != ".obj") return {path, "frame_"};
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
    if (entry.path().extension() != ".obj") continue;
    const NumberedName name = parse_name(entry.path());
    if (name.number < 0) continue;
    if (!pattern.any_prefix && name.prefix != pattern.prefix) continue;
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

class ObjSequenceSink : public MotionWriter::Sink {
 public:
  ObjSequenceSink(const fs::path& path, const MotionWriteOptions& options)
      : pattern_(parse_pattern(path)),
        number_(static_cast<int>(options.start_frame)),
        triangles_(options.triangles) {
    if (number_ < 0) {
      throw InputError({.what = "files cannot be numbered from a negative frame",
                        .where = path.string(),
                        .found = std::to_string(number_)});
    }
    std::error_code error;
    fs::create_directories(pattern_.folder, error);
    if (error) {
      throw FileError({.what = "cannot make the folder: " + error.message(),
                       .where = pattern_.folder.string()});
    }
  }

  void append(const Eigen::Matrix3Xf& frame) override {
    std::string digits = std::to_string(number_++);
    const auto width = static_cast<std::size_t>(pattern_.digits);
    if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
    write_file(pattern_.folder / (pattern_.prefix + digits + ".obj"),
               write_obj({frame.cast<double>(), triangles_}));
  }

  void finish() override {}

 private:
  Pattern pattern_;
  int number_;
  Eigen::Matrix3Xi triangles_;
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
  return source;
}

SinkPointer create_obj_sequence(const fs::path& path, const MotionWriteOptions& options) {
  return std::make_unique<ObjSequenceSink>(path, options);
}

}  // namespace retake
