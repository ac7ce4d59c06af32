#include "retake/mesh/file_scanner.h"
#include "retake/mesh/formats.h"
#include "retake/mesh/mesh_draft.h"
#include "retake/mesh/number_text.h"

namespace retake {

// "OFF", counts of vertices, faces and edges, vertices, faces. Colours and normals at the end of a
// line are left out.
MeshFile read_off(const FileBytes& file) {
  FileScanner scanner(file.path.string(), file.bytes);
  const std::string_view header = scanner.token({"OFF"});
  const bool known = header == "OFF" || header == "COFF" || header == "NOFF" || header == "CNOFF" ||
                     header == "STOFF";
  if (!known) {
    scanner.refuse({.what = "not an OFF file that is read",
                    .expected = "OFF (or COFF, NOFF, CNOFF, STOFF)",
                    .found = std::string(header.substr(0, 20))});
  }
  MeshDraft draft(file.path);
  const int vertices = scanner.count({"number of vertices"}, 6);
  const int faces = scanner.count({"number of faces"}, 2);
  scanner.next_line();
  draft.reserve_vertices(vertices);
  for (int v = 0; v < vertices; ++v) {
    draft.add_vertex(scanner.point({"vertex", v}));
    scanner.next_line();
  }
  std::vector<std::int64_t> corners;
  for (int f = 0; f < faces; ++f) {
    const int count = scanner.count({"number of corners of face", f}, 2);
    if (count < 3) {
      scanner.refuse({.what = "a face has too few corners",
                      .expected = "3 or more",
                      .found = std::to_string(count)});
    }
    corners.clear();
    for (int k = 0; k < count; ++k) corners.push_back(scanner.integer({"corner of face", f}));
    draft.add_cell(CellKind::polygon, corners, scanner.line());
    scanner.next_line();
  }
  return draft.finish("OFF");
}

std::string write_off(const TriangleMesh& mesh) {
  std::string text = "OFF\n";
  append_numbers(text, Eigen::Vector3i(mesh.vertex_count(), mesh.triangle_count(), 0));
  text += '\n';
  for (const auto& x : mesh.positions.colwise()) {
    append_numbers(text, x);
    text += '\n';
  }
  append_triangle_lines(text, mesh.triangles);
  return text;
}

}  // namespace retake
