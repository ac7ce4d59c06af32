#include <algorithm>
#include <cmath>
#include <set>

#include "retake/mesh/formats.h"
#include "retake/mesh/frame_files.h"
#include "retake/mesh/motion_formats.h"
#include "retake/mesh/staged_files.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

namespace fs = std::filesystem;

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
      : pattern_(parse_frame_pattern(path)),
        first_(first_number(path, options.start_frame)),
        next_(first_),
        faces_(faces_of(options)),
        files_(pattern_.folder) {}

  void append(const Eigen::Matrix3Xf& frame) override {
    files_.write(name_of(next_++), write_obj(frame, faces_));
  }

  MotionWriteReport finish(Progress&) override {
    files_.publish(leftovers());
    return {};
  }

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
      const int number = frame_number_behind(pattern_, entry.path());
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

  FramePattern pattern_;
  int first_, next_;
  Polygons faces_;
  StagedFiles files_;
};

}  // namespace

SinkPointer create_obj_sequence(const fs::path& path, const MotionWriteOptions& options) {
  return std::make_unique<ObjSequenceSink>(path, options);
}

bool obj_sequence_exists(const fs::path& path) {
  const FramePattern pattern = parse_frame_pattern(path);
  std::error_code none;
  const fs::directory_iterator entries(pattern.folder, none);
  return std::any_of(begin(entries), end(entries), [&](const fs::directory_entry& entry) {
    return frame_number_behind(pattern, entry.path()) >= 0;
  });
}

}  // namespace retake
