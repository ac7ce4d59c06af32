#pragma once
#include "retake/numerics/linear_types.h"

namespace retake {

// One vertex that touches an obstacle in one frame of a motion.
struct Contact {
  int frame = 0;
  int vertex = 0;
  int obstacle = 0;  // index into the obstacles that were simulated with
  Vec3 normal;       // unit, out of the obstacle, in world axes
};

}  // namespace retake
