#pragma once
#include "apps/cli/bench.h"
#include "retake/elasticity/body.h"

namespace retake::cli {

// A model of the papers, with its pinned nodes: "bridge/bridge.abq". Throws BenchSkipped when
// absent.
Body paper_body(const BenchContext& context, const std::string& mesh);

// `tumble --full`: a free body of about 48k tets.
Body tumble_body(const BenchContext& context);

}  // namespace retake::cli
