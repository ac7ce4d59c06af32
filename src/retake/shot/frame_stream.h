#pragma once
#include <functional>

#include "retake/mesh/motion_file.h"

namespace retake {

// A motion whose frames are asked for one by one, each once and in order: for what is too large to
// be in memory.
struct FrameStream {
  MotionInfo info;
  std::function<Eigen::Matrix3Xf(int)> frame;  // 3 x n; none: there is no motion
};

}  // namespace retake
