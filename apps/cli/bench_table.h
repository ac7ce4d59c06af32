#pragma once
#include <string>

#include "apps/cli/json_report.h"

// The performance table as people read it; what it leaves out (`detail`) is in the JSON.
namespace retake::cli {

class BenchTable {
 public:
  // `longest_id`: letters of the longest id that will come.
  explicit BenchTable(std::size_t longest_id) : width_(longest_id) {}

  // The names of the columns, and a line below them. Both end with a new line, as rows do.
  std::string head() const;

  // A row as `retake bench --json` has it. Beside a paper's or a peer's figure stands how many
  // times ours it is. A row that was skipped or failed says why instead.
  std::string row(const Json& row) const;

 private:
  std::size_t width_;
};

}  // namespace retake::cli
