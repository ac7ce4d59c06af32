#pragma once
#include <string>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace retake::cli {

using Json = nlohmann::ordered_json;

// What `--json` prints.
// Names of files need not be valid UTF-8; JSON must be.
inline std::string json_text(const Json& report, int indent = 2) {
  return report.dump(indent, ' ', false, Json::error_handler_t::replace);
}
inline void print_json(const Json& report) { fmt::print("{}\n", json_text(report)); }

}  // namespace retake::cli
