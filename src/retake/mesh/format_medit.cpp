#include <cctype>
#include <map>

#include "retake/mesh/file_scanner.h"
#include "retake/mesh/formats.h"
#include "retake/mesh/mesh_draft.h"
#include "retake/mesh/number_text.h"

namespace retake {
namespace {

struct Section {
  std::string_view name;
  CellKind kind;
  int corners;
};

constexpr Section medit_sections[] = {
    {"Triangles", CellKind::polygon, 3},   {"Quadrilaterals", CellKind::polygon, 4},
    {"Tetrahedra", CellKind::tet, 4},      {"Pyramids", CellKind::pyramid, 5},
    {"Prisms", CellKind::wedge, 6},        {"Hexahedra", CellKind::hexahedron, 8},
    {"Hexaedra", CellKind::hexahedron, 8},  // as older writers spell it
};

class MeditReader {
 public:
  explicit MeditReader(const FileBytes& file)
      : scanner_(file.path.string(), file.bytes), draft_(file.path) {
    draft_.first_index = 1;
  }

  MeshFile read() {
    if (scanner_.token({"MeshVersionFormatted"}) != "MeshVersionFormatted") {
      scanner_.refuse({.what = "not a Medit mesh file", .expected = "MeshVersionFormatted"});
    }
    scanner_.integer({"version"});
    while (!scanner_.at_end()) {
      const std::string_view name = scanner_.token({"section"});
      if (name == "End") break;
      section(name);
    }
    // One reference number for all says nothing; several tell parts apart.
    if (references_.size() > 1) {
      for (auto& [number, members] : references_) {
        draft_.file.element_sets.push_back({"ref " + std::to_string(number), members});
      }
    }
    return draft_.finish("Medit");
  }

 private:
  void section(std::string_view name) {
    if (name == "Dimension") {
      if (scanner_.integer({"dimension"}) != 3)
        scanner_.refuse({.what = "the mesh is not in space"});
    } else if (name == "Vertices") {
      vertices();
    } else if (const Section* cells = find(name)) {
      read_cells(*cells);
    } else {
      skip(name);
    }
  }

  static const Section* find(std::string_view name) {
    for (const Section& section : medit_sections) {
      if (section.name == name) return &section;
    }
    return nullptr;
  }

  void vertices() {
    const int count = scanner_.count({"number of vertices"}, 8);
    draft_.reserve_vertices(count);
    for (int v = 1; v <= count; ++v) {
      draft_.add_vertex(scanner_.point({"vertex", v}));
      scanner_.integer({"reference of vertex", v});
    }
  }

  void read_cells(const Section& section) {
    const int count = scanner_.count({"number of elements"}, 2 * (section.corners + 1));
    for (int i = 1; i <= count; ++i) {
      std::vector<std::int64_t> corners;
      for (int k = 0; k < section.corners; ++k) {
        corners.push_back(scanner_.integer({"corner of element", i}) - 1);
      }
      const int cell = draft_.add_cell(section.kind, corners, scanner_.line());
      const std::int64_t reference = scanner_.integer({"reference of element", i});
      if (section.kind != CellKind::polygon) references_[reference].push_back(cell);
    }
  }

  // Edges, corners, normals and others: numbers up to the next name.
  void skip(std::string_view name) {
    if (!std::isalpha(static_cast<unsigned char>(name.front()))) {
      scanner_.refuse({.what = "a number where the name of a section should be",
                       .expected = "Vertices, Tetrahedra, Triangles or alike",
                       .found = std::string(name.substr(0, 20))});
    }
    while (!scanner_.at_end() &&
           !std::isalpha(static_cast<unsigned char>(scanner_.rest().front()))) {
      scanner_.token({"number"});
    }
  }

  FileScanner scanner_;
  MeshDraft draft_;
  std::map<std::int64_t, std::vector<int>> references_;
};

void append_cells(std::string& text, const char* name, const Eigen::MatrixXi& cells) {
  text += name;
  text += '\n';
  append_number(text, cells.cols());
  text += '\n';
  for (const auto& corners : cells.colwise()) {
    append_numbers(text, corners.array() + 1);
    text += " 0\n";
  }
}

}  // namespace

MeshFile read_medit(const FileBytes& file) { return MeditReader(file).read(); }

std::string write_medit(const MeshFile& mesh) {
  const Points& positions = mesh.tets ? mesh.tets->positions : mesh.triangles->positions;
  std::string text = "MeshVersionFormatted 2\nDimension 3\nVertices\n";
  append_number(text, positions.cols());
  text += '\n';
  for (const auto& x : positions.colwise()) {
    append_numbers(text, x);
    text += " 0\n";
  }
  if (mesh.tets) append_cells(text, "Tetrahedra", mesh.tets->tets);
  if (mesh.triangles) append_cells(text, "Triangles", mesh.triangles->triangles);
  return text + "End\n";
}

}  // namespace retake
