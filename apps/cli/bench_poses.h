#pragma once
#include "apps/cli/bench.h"
#include "retake/interpolation/pose_interpolation.h"

namespace retake::cli {

// Two seconds from the rest shape to one that is turned about the vertical, more the higher.
PoseInterpolation twisted_motion(const Body& body, const Modes& modes);

// Bodies of the paper's Table 1.
std::vector<BenchCase> poses_table_bench_cases();

}  // namespace retake::cli
