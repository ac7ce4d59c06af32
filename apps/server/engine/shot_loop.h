#pragma once
#include "apps/server/engine/shot_picture.h"

namespace retake {

struct LoopRequest {
  int width = 0;                      // of each side, pixels; 0: what suits
  std::vector<FrameMark> marks = {};  // points that are followed, and the frames of their handles
};

// Pictures of one size, for an animation that repeats.
struct Loop {
  std::vector<Image> pictures;
  double fps = 12;  // of the pictures: about 12, fewer of long motions, at the motion's own speed
};

// The input on the left, the result on the right, seen by one camera; below them a line of time.
// A dot follows each marked point; on the right a ring stands where its handle holds it. Both
// motions have the same frames.
Loop draw_loop(const Shot& shot, const Motion& input, const Motion& result,
               const LoopRequest& request, Progress& progress);

// As an animated PNG.
void save_loop(const Shot& shot, const Motion& input, const Motion& result,
               const LoopRequest& request, const std::filesystem::path& file, Progress& progress);

}  // namespace retake
