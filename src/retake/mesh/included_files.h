#pragma once
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>

#include "retake/mesh/file_bytes.h"

namespace retake {

// Reads the files that a mesh file includes, which may include others. A few small files that name
// each other many times would otherwise stand for more text than any machine can read.
class IncludedFiles {
 public:
  static constexpr int deepest = 16;
  static constexpr int most = 1000;
  static constexpr std::uint64_t most_repeated_bytes = 16 << 20;

  // The file that the line at `where` ("cow.inp, line 12") includes; `depth` counts the files
  // around that line, 0 in the mesh file itself. Refuses, with that line, what exceeds the limits
  // above.
  FileBytes read(const std::string& where, const std::filesystem::path& path, int depth);

 private:
  int count_ = 0;
  std::uint64_t repeated_bytes_ = 0;  // of files that were included before
  std::set<std::filesystem::path> known_;
};

}  // namespace retake
