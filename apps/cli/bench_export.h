#pragma once
#include "apps/cli/bench.h"

namespace retake::cli {

// Large motions written frame by frame.
std::vector<BenchCase> export_bench_cases();

}  // namespace retake::cli
