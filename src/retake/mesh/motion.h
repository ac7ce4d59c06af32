#pragma once
#include "retake/mesh/frame_list.h"

namespace retake {

// Frames of vertex positions of one body. Single precision: 13k vertices x 600 frames is 94 MB.
struct Motion {
  double fps = 24;         // frames per second
  double start_frame = 0;  // number of the first frame, as the file that it came from counts
  FrameList frames;

  int frame_count() const { return static_cast<int>(frames.size()); }
};

}  // namespace retake
