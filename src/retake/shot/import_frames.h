#pragma once
#include <functional>

#include "retake/mesh/motion_file.h"
#include "retake/shot/import_files.h"

namespace retake {

// Frames of an import, one at a time, by the vertices, axes and unit of the file.
struct ImportFrames {
  MotionInfo info;  // frame_count 0: no motion
  int hold = 1;     // frames that each pose is shown; 1: every frame is one of the file's
  std::function<Eigen::Matrix3Xf(int)> frame;

  bool empty() const { return info.frame_count == 0; }
};

struct ImportFrameOptions {
  MotionReadOptions reading;
  int hold = 0;  // of poses; 0: half a second
};

ImportFrames open_import_frames(const ImportFiles& files, const ImportFrameOptions& options);

}  // namespace retake
