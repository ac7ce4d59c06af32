#pragma once
#include "apps/cli/bench.h"

namespace retake::cli {

// Files of one's own, from the first opening to the editor that is ready.
std::vector<BenchCase> import_bench_cases();

}  // namespace retake::cli
