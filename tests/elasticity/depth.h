#pragma once
#include <algorithm>

#include "retake/elasticity/obstacle.h"
#include "retake/mesh/motion.h"

namespace retake {

// How far any vertex is inside of the obstacle at any frame, m; 0: it never is.
inline double deepest(const Motion& motion, const Obstacle& obstacle) {
  double depth = 0;
  for (const FrameView& frame : motion.frames)
    for (Eigen::Index v = 0; v < frame.cols(); ++v)
      depth = std::max(depth, -distance_to(obstacle, frame.col(v).cast<double>()).distance);
  return depth;
}

}  // namespace retake
