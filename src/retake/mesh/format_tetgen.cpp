#include <map>

#include "retake/mesh/file_scanner.h"
#include "retake/mesh/formats.h"
#include "retake/mesh/mesh_draft.h"
#include "retake/mesh/number_text.h"

namespace retake {
namespace {

// .node: "count 3 attributes markers", then "number x y z ...". Returns the first number, 0 or 1.
int read_nodes(const FileBytes& file, MeshDraft& draft) {
  FileScanner scanner(file.path.string(), file.bytes);
  const int count = scanner.count({"number of nodes"}, 8);
  if (scanner.integer({"dimension"}) != 3) scanner.refuse({.what = "nodes are not in space"});
  scanner.next_line();
  draft.reserve_vertices(count);
  std::int64_t first = 0;
  for (int v = 0; v < count; ++v) {
    const std::int64_t number = scanner.integer({"node number"});
    if (v == 0) first = number;
    if (number != first + v || first < 0 || first > 1) {
      scanner.refuse({.what = "nodes are not numbered one after the other from 0 or 1",
                      .expected = std::to_string(first + v),
                      .found = std::to_string(number)});
    }
    draft.add_vertex(scanner.point({"node", number}));
    scanner.next_line();
  }
  return static_cast<int>(first);
}

// .ele: "count 4 attributes", then "number a b c d [region]".
void read_tets(const FileBytes& file, MeshDraft& draft) {
  FileScanner scanner(file.path.string(), file.bytes);
  const int count = scanner.count({"number of tets"}, 10);
  const std::int64_t nodes = scanner.integer({"nodes per tet"});
  if (nodes != 4 && nodes != 10) {
    scanner.refuse(
        {.what = "nodes per tet", .expected = "4 or 10", .found = std::to_string(nodes)});
  }
  if (nodes == 10) {
    draft.drop_unused_vertices();
    draft.note("ten-node tets: their four corners are kept, nodes in the middle of edges left out");
  }
  const bool has_region = !scanner.at_line_end() && scanner.integer({"attributes per tet"}) > 0;
  scanner.next_line();
  std::map<std::string, std::vector<int>> regions;
  for (int t = 0; t < count; ++t) {
    scanner.integer({"tet number"});
    std::vector<std::int64_t> corners;
    for (int k = 0; k < nodes; ++k) {
      corners.push_back(scanner.integer({"node of tet", t}) - draft.first_index);
    }
    corners.resize(4);
    const int cell = draft.add_cell(CellKind::tet, corners, scanner.line());
    if (has_region && !scanner.at_line_end()) {
      regions["region " + std::string(scanner.line_token())].push_back(cell);
    }
    scanner.next_line();
  }
  for (auto& [name, members] : regions) draft.file.element_sets.push_back({name, members});
}

}  // namespace

MeshFile read_tetgen(const FileBytes& node_file, const FileBytes& ele_file) {
  MeshDraft draft(node_file.path);
  draft.first_index = read_nodes(node_file, draft);
  draft.file.path = ele_file.path;
  read_tets(ele_file, draft);
  return draft.finish("TetGen");
}

std::string write_tetgen_nodes(const TetMesh& mesh) {
  std::string text;
  append_numbers(text, Eigen::Vector4i(mesh.vertex_count(), 3, 0, 0));
  text += '\n';
  for (int v = 0; v < mesh.vertex_count(); ++v) {
    append_number(text, v);
    text += ' ';
    append_numbers(text, mesh.positions.col(v));
    text += '\n';
  }
  return text;
}

std::string write_tetgen_tets(const TetMesh& mesh) {
  std::string text;
  append_numbers(text, Eigen::Vector3i(mesh.tet_count(), 4, 0));
  text += '\n';
  for (int t = 0; t < mesh.tet_count(); ++t) {
    append_number(text, t);
    text += ' ';
    append_numbers(text, mesh.tets.col(t));
    text += '\n';
  }
  return text;
}

}  // namespace retake
