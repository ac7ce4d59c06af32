#include <algorithm>

#include "retake/mesh/atomic_file.h"
#include "retake/mesh/file_bytes.h"
#include "retake/mesh/file_scanner.h"
#include "retake/mesh/mesh_file.h"
#include "retake/mesh/number_text.h"

namespace retake {

std::vector<int> read_pinned_vertices(const std::filesystem::path& path, int vertex_count) {
  const FileBytes file = read_file(path);
  FileScanner scanner(path.string(), file.bytes, {.commas_separate = true});
  const int count = scanner.count({"number of pinned vertices"}, 2);
  std::vector<int> vertices;
  for (int i = 0; i < count; ++i) {
    const std::int64_t vertex = scanner.integer({"pinned vertex", i});
    if (vertex < 0 || vertex >= vertex_count) {
      scanner.refuse({.what = "a pinned vertex that does not exist",
                      .expected = "0 to " + std::to_string(vertex_count - 1),
                      .found = std::to_string(vertex)});
    }
    vertices.push_back(static_cast<int>(vertex));
  }
  if (!scanner.at_end()) {
    scanner.refuse({.what = "more pinned vertices than the file's first number says",
                    .expected = std::to_string(count)});
  }
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  return vertices;
}

void write_pinned_vertices(const std::filesystem::path& path, const std::vector<int>& vertices) {
  std::string text;
  append_number(text, vertices.size());
  text += '\n';
  append_numbers(text, vertices);
  text += '\n';
  write_file(path, text);
}

}  // namespace retake
