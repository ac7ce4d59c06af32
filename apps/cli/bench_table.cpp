#include "apps/cli/bench_table.h"

#include <fmt/format.h>

namespace retake::cli {

namespace {

constexpr const char* layout = "{:<{}}  {:>8}  {:<13}  {:>9}  {:>8}  {:<15}  {}";

// Without the spaces that an empty last column leaves.
std::string line_of(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string number(double value) { return fmt::format("{:.3g}", value); }

// "774 (48.1x)"
std::string beside(double other, double ours) {
  return fmt::format("{:.4g} ({:.1f}x)", other, other / ours);
}

}  // namespace

std::string BenchTable::head() const {
  const std::string names =
      fmt::format(layout, "row", width_, "value", "unit", "memory", "limit", "paper", "peer");
  return line_of(names) + std::string(names.size() + 16, '-') + "\n";
}

std::string BenchTable::row(const Json& row) const {
  const std::string id = row["id"];
  for (const char* why : {"skipped", "failed"}) {
    if (row.contains(why)) {
      return fmt::format("{:<{}}  {}: {}\n", id, width_, why, row[why].get<std::string>());
    }
  }
  const double value = row["value"];
  std::string limit, paper, peer;
  if (row.contains("limit")) limit = number(row["limit"]);
  if (row.contains("paper")) paper = beside(row["paper"], value);
  if (row.contains("peer")) {
    peer = row["peer"]["name"].get<std::string>() + " " + beside(row["peer"]["value"], value);
  }
  const std::string memory = fmt::format("{} MB", row["memory_mb"].get<long>());
  return line_of(fmt::format(layout, id, width_, number(value), row["unit"].get<std::string>(),
                             memory, limit, paper, peer));
}

}  // namespace retake::cli
