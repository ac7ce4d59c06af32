#pragma once
#include "retake/mesh/frame_list.h"

namespace retake {

// A list for so many frames: they lie in memory, those of a long motion in a file in the cache
// folder, or in the system's folder for temporary files where there is none.
FrameList list_for(int point_count, int frame_count);

}  // namespace retake
