#pragma once
#include <filesystem>

#include "retake/numerics/linear_types.h"

namespace retake {

// Frames that were written one by one and are read across: all frames of some vertices. They lie in
// a file without a name beside `neighbour`, which vanishes with the object, or with the process.
class FrameSpool {
 public:
  FrameSpool(const std::filesystem::path& neighbour, int point_count);
  ~FrameSpool();
  FrameSpool(const FrameSpool&) = delete;
  FrameSpool& operator=(const FrameSpool&) = delete;

  void append(const Eigen::Matrix3Xf& frame);
  int point_count() const { return point_count_; }
  int frame_count() const { return frame_count_; }

  // x, y, z of vertices first ... first + count - 1, a column a frame: 3 count x T.
  Eigen::MatrixXf rows(int first, int count) const;

 private:
  [[noreturn]] void fail(int error) const;

  std::filesystem::path neighbour_;
  int point_count_;
  int frame_count_ = 0;
  int descriptor_ = -1;
};

}  // namespace retake
