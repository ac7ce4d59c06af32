#pragma once
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace retake::cli {

using Json = nlohmann::ordered_json;

// What `--json` prints.
inline void print_json(const Json& report) { fmt::print("{}\n", report.dump(2)); }

}  // namespace retake::cli
