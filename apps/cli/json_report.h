#pragma once
#include <string>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "retake/numerics/errors.h"

namespace retake::cli {

using Json = nlohmann::ordered_json;

// What `--json` prints.
// Names of files need not be valid UTF-8; JSON must be.
inline std::string json_text(const Json& report, int indent = 2) {
  return report.dump(indent, ' ', false, Json::error_handler_t::replace);
}
inline void print_json(const Json& report) { fmt::print("{}\n", json_text(report)); }

// The parts of a complaint that are not empty, and always "what".
inline Json to_json(const Complaint& complaint) {
  Json json = {{"what", complaint.what}};
  if (!complaint.where.empty()) json["where"] = complaint.where;
  if (!complaint.expected.empty()) json["expected"] = complaint.expected;
  if (!complaint.found.empty()) json["found"] = complaint.found;
  if (!complaint.advice.empty()) json["advice"] = complaint.advice;
  return json;
}

}  // namespace retake::cli
