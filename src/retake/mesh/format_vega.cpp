#include <numeric>

#include "retake/mesh/ascii_text.h"
#include "retake/mesh/file_scanner.h"
#include "retake/mesh/format_sets.h"
#include "retake/mesh/formats.h"
#include "retake/mesh/included_files.h"
#include "retake/mesh/mesh_draft.h"
#include "retake/mesh/number_text.h"

namespace retake {
namespace {

constexpr const char* all_elements = "allElements";  // a set that every Vega file has

// Names may hold spaces: they end at a comma or with the line.
struct SplitName {
  std::string_view name, rest;
};

SplitName split_name(std::string_view line) {
  const auto comma = line.find(',');
  if (comma == std::string_view::npos) return {trimmed(line), {}};
  return {trimmed(line.substr(0, comma)), line.substr(comma + 1)};
}

class VegaReader {
 public:
  explicit VegaReader(const std::filesystem::path& path) : draft_(path) {}

  MeshFile read(const FileBytes& file) {
    read_text(file, 0);
    check_counts();
    std::vector<int>& all = sets_.elements[all_elements];
    all.resize(static_cast<std::size_t>(draft_.cell_count()));
    std::iota(all.begin(), all.end(), 0);
    sets_.move_to(draft_);
    materials_.move_to(draft_);
    return draft_.finish("Vega");
  }

 private:
  enum class Part { none, vertices, elements, material, set, region };

  // An included file goes on in the section that included it.
  void read_text(const FileBytes& file, int depth) {
    FileScanner scanner(file.path.string(), file.bytes, {.commas_separate = true});
    while (!scanner.at_end()) {
      if (scanner.rest().front() == '*') {
        keyword(scanner, file.path, depth);
      } else {
        data(scanner);
      }
      scanner.next_line();
    }
  }

  void keyword(FileScanner& scanner, const std::filesystem::path& path, int depth) {
    const std::string word(scanner.line_token());
    const std::string name(split_name(scanner.rest_of_line()).name);
    header_read_ = false;
    if (word == "*INCLUDE") {
      header_read_ = part_ == Part::set;
      include(scanner, path.parent_path() / name, depth);
    } else if (word == "*VERTICES") {
      part_ = Part::vertices;
    } else if (word == "*ELEMENTS") {
      part_ = Part::elements;
      kind_known_ = false;
    } else if (word == "*MATERIAL") {
      part_ = Part::material;
      materials_.begin(name, scanner.where());
    } else if (word == "*SET") {
      part_ = Part::set;
      set_ = name;
      sets_.elements[set_];
    } else if (word == "*REGION") {
      part_ = Part::region;
    } else {
      scanner.refuse({.what = "unknown keyword",
                      .expected = "*VERTICES, *ELEMENTS, *MATERIAL, *SET, *REGION or *INCLUDE",
                      .found = word.substr(0, 20)});
    }
  }

  void include(FileScanner& scanner, const std::filesystem::path& path, int depth) {
    if (part_ == Part::set && !std::filesystem::exists(path)) {
      draft_.note("the file '" + path.filename().string() + "' with the elements of set '" + set_ +
                  "' is missing: the set is empty (put the file beside this one)");
      return;
    }
    read_text(included_.read(scanner.where(), path, depth), depth + 1);
  }

  void data(FileScanner& scanner) {
    switch (part_) {
      case Part::vertices:
        return header_read_ ? vertex(scanner) : header(scanner, 8);
      case Part::elements:
        if (!kind_known_) return element_kind(scanner);
        return header_read_ ? element(scanner) : header(scanner, 10);
      case Part::material:
        return material(scanner);
      case Part::set:
        return set_members(scanner);
      case Part::region: {
        const auto [set, rest] = split_name(scanner.rest_of_line());
        return materials_.assign(std::string(set), std::string(split_name(rest).name));
      }
      default:
        scanner.refuse({.what = "data before any keyword", .expected = "*VERTICES"});
    }
  }

  void check_counts() const {
    if (vertices_.size() == vertex_count_ && cells_.size() == cell_count_) return;
    throw InputError(
        {.what = "other numbers of vertices and elements than the file says",
         .where = draft_.file.path.string(),
         .expected = std::to_string(vertex_count_) + " and " + std::to_string(cell_count_),
         .found = std::to_string(vertices_.size()) + " and " + std::to_string(cells_.size())});
  }

  void header(FileScanner& scanner, int bytes_each) {
    const int count = scanner.count({"number of lines"}, bytes_each);
    header_read_ = true;
    (part_ == Part::vertices ? vertex_count_ : cell_count_) += count;
  }

  void vertex(FileScanner& scanner) {
    const std::int64_t label = scanner.integer({"vertex number"});
    if (!vertices_.add(label)) {
      scanner.refuse({.what = "vertex " + std::to_string(label) + " is given twice"});
    }
    draft_.add_vertex(scanner.point({"vertex", label}));
  }

  void element_kind(FileScanner& scanner) {
    const std::string kind(scanner.line_token());
    kind_known_ = true;
    is_tet_ = kind == "TET" || kind == "TETS";
    if (!is_tet_ && kind != "CUBIC") {
      scanner.refuse({.what = "an element type that is not read",
                      .expected = "TET or CUBIC",
                      .found = kind.substr(0, 20)});
    }
  }

  void element(FileScanner& scanner) {
    const std::int64_t label = scanner.integer({"element number"});
    if (!cells_.add(label)) {
      scanner.refuse({.what = "element " + std::to_string(label) + " is given twice"});
    }
    std::vector<std::int64_t> corners;
    for (int k = 0; k < (is_tet_ ? 4 : 8); ++k) {
      const std::string_view token = scanner.line_token();
      const std::int64_t number = scanner.to_integer(token, {"corner of element", label});
      corners.push_back(vertices_.find(number));
      if (corners.back() >= 0) continue;
      scanner.refuse(
          {.what = "element " + std::to_string(label) + " names a vertex that does not exist",
           .expected = "one of " + std::to_string(vertices_.size()) + " vertices",
           .found = std::to_string(number)});
    }
    draft_.add_cell(is_tet_ ? CellKind::tet : CellKind::hexahedron, corners, scanner.line());
  }

  void material(FileScanner& scanner) {
    FileMaterial& material = materials_.current(scanner);
    const std::string kind(scanner.line_token());
    if (kind != "ENU") {
      material.unread_kind = kind.substr(0, 20);
      draft_.note(
          "material '" + material.name + "' is of the kind " + material.unread_kind +
          ", of which only the density is read (ENU gives Young's modulus and Poisson's ratio)");
      material.density = scanner.to_number(scanner.line_token(), {"density"});
      return;
    }
    material.density = scanner.to_number(scanner.line_token(), {"density"});
    material.young = scanner.to_number(scanner.line_token(), {"Young's modulus"});
    material.poisson = scanner.to_number(scanner.line_token(), {"Poisson's ratio"});
  }

  void set_members(FileScanner& scanner) {
    for (auto token = scanner.line_token(); !token.empty(); token = scanner.line_token()) {
      const std::int64_t label = scanner.to_integer(token, {"element of a set"});
      const std::int64_t cell = cells_.find(label);
      if (cell < 0) {
        scanner.refuse({.what = "set '" + set_ + "' names an element that does not exist",
                        .found = std::to_string(label)});
      }
      sets_.elements[set_].push_back(static_cast<int>(cell));
    }
  }

  MeshDraft draft_;
  Labels vertices_, cells_;
  FileSets sets_;
  FileMaterials materials_;
  IncludedFiles included_;
  Part part_ = Part::none;
  bool header_read_ = false;
  bool kind_known_ = false;
  bool is_tet_ = true;
  std::string set_;
  std::int64_t vertex_count_ = 0, cell_count_ = 0;  // as the headers of the sections say
};

}  // namespace

MeshFile read_vega(const FileBytes& file) { return VegaReader(file.path).read(file); }

std::string write_vega(const MeshFile& mesh) {
  const TetMesh& tets = *mesh.tets;
  std::string text = "*VERTICES\n" + std::to_string(tets.vertex_count()) + " 3 0 0\n";
  for (int v = 0; v < tets.vertex_count(); ++v) {
    append_number(text, v + 1);
    text += ' ';
    append_numbers(text, tets.positions.col(v));
    text += '\n';
  }
  text += "\n*ELEMENTS\nTET\n" + std::to_string(tets.tet_count()) + " 4 0\n";
  for (int t = 0; t < tets.tet_count(); ++t) {
    append_number(text, t + 1);
    text += ' ';
    append_numbers(text, tets.tets.col(t).array() + 1);
    text += '\n';
  }
  for (const FileMaterial& material : mesh.materials) {
    text += "\n*MATERIAL " + material.name + "\nENU, ";
    append_numbers(text, Vec3(material.density, material.young, material.poisson), ", ");
    text += '\n';
  }
  for (const ElementSet& set : mesh.element_sets) {
    if (set.name == all_elements) continue;
    text += "\n*SET " + set.name + "\n";
    for (const int tet : set.elements) {
      append_number(text, tet + 1);
      text += ",\n";
    }
  }
  for (const ElementSet& set : mesh.element_sets) {
    if (set.material < 0) continue;
    text += "\n*REGION\n" + set.name + ", " +
            mesh.materials[static_cast<std::size_t>(set.material)].name + "\n";
  }
  return text;
}

}  // namespace retake
