#pragma once
#include <bit>
#include <string>

#include "retake/mesh/motion_formats.h"
#include "retake/mesh/random_access_file.h"

namespace retake {

// A PC2 or MDD file: a header, then all frames as float32, one after the other.
class CacheSource : public MotionReader::Source {
 public:
  CacheSource(const std::filesystem::path& path, std::endian order)
      : path_(path.string()), order_(order), file_(path) {}

  // Refuses a file too short to hold `bytes` from `offset` on.
  std::string read(std::uint64_t offset, std::uint64_t bytes) const;

  // Takes over the counts of the header; frames begin at `offset`. Refuses counts that are not
  // positive and those that the file's size contradicts.
  void set_shape(std::int64_t points, std::int64_t frames, std::uint64_t offset);

  // Refuses a file whose numbers make sense only when their bytes are read the other way round.
  void check_byte_order() const;

  std::uint64_t size() const { return file_.size(); }
  Eigen::Matrix3Xf frame(int index) const override;

 private:
  std::string path_;
  std::endian order_;
  RandomAccessFile file_;
  std::uint64_t first_frame_ = 0;  // bytes
};

}  // namespace retake
