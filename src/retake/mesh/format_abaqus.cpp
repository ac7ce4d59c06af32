#include <algorithm>
#include <map>

#include "retake/mesh/ascii_text.h"
#include "retake/mesh/file_scanner.h"
#include "retake/mesh/format_sets.h"
#include "retake/mesh/formats.h"
#include "retake/mesh/included_files.h"
#include "retake/mesh/mesh_draft.h"

namespace retake {
namespace {

// "*ELSET, ELSET=BELLY, GENERATE": names and values in upper case, as Abaqus reads them.
struct Keyword {
  std::string name;
  std::string where;  // "cow.inp, line 12"
  std::map<std::string, std::string> parameters;

  std::string get(const std::string& parameter) const {
    const auto it = parameters.find(parameter);
    return it == parameters.end() ? std::string() : it->second;
  }
  bool has(const std::string& parameter) const { return parameters.count(parameter) > 0; }
};

Keyword parse_keyword(std::string_view line, std::string where) {
  Keyword keyword;
  keyword.where = std::move(where);
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    const std::string_view part = line.substr(begin, end - begin);
    const std::size_t equals = part.find('=');
    const std::string name = upper_case(trimmed(part.substr(0, equals)));
    const bool has_value = equals != part.npos;
    std::string value(has_value ? trimmed(part.substr(equals + 1)) : "");
    if (name != "INPUT") value = upper_case(value);
    if (begin == 0) {
      keyword.name = name;
    } else if (!name.empty()) {
      keyword.parameters[name] = value;
    }
    begin = end + 1;
  }
  return keyword;
}

struct Shape {
  CellKind kind;
  int corners;  // kept
  int nodes;    // in the file
};

// The element types of which the corners make sense for us; others are refused by name.
bool find_shape(const std::string& type, Shape& shape) {
  const auto starts = [&](std::string_view prefix) { return type.rfind(prefix, 0) == 0; };
  if (starts("C3D10")) return shape = {CellKind::tet, 4, 10}, true;
  if (starts("C3D4")) return shape = {CellKind::tet, 4, 4}, true;
  if (starts("C3D5")) return shape = {CellKind::pyramid, 5, 5}, true;
  if (starts("C3D6")) return shape = {CellKind::wedge, 6, 6}, true;
  if (starts("C3D8")) return shape = {CellKind::hexahedron, 8, 8}, true;
  for (const char* name : {"S3", "STRI3", "CPS3", "CPE3", "M3D3", "R3D3", "SFM3D3"}) {
    if (starts(name)) return shape = {CellKind::polygon, 3, 3}, true;
  }
  for (const char* name : {"S4", "CPS4", "CPE4", "M3D4", "R3D4", "SFM3D4"}) {
    if (starts(name)) return shape = {CellKind::polygon, 4, 4}, true;
  }
  return false;
}

class AbaqusReader {
 public:
  explicit AbaqusReader(const std::filesystem::path& path) : draft_(path) {}

  MeshFile read(const FileBytes& file) {
    read_text(file, 0);
    sets_.move_to(draft_);
    materials_.move_to(draft_);
    return draft_.finish("Abaqus input");
  }

 private:
  void read_text(const FileBytes& file, int depth) {
    FileScanner scanner(file.path.string(), file.bytes, {.comment = 0, .commas_separate = true});
    while (scanner.has_more_lines()) {
      if (scanner.at_line_end() || is_comment(scanner)) {
        scanner.next_line();
      } else if (scanner.rest().front() == '*') {
        const Keyword keyword = parse_keyword(scanner.rest_of_line(), scanner.where());
        scanner.next_line();
        block(scanner, keyword, file.path, depth);
      } else {
        scanner.refuse(
            {.what = "data that belongs to no keyword", .expected = "a line such as *NODE"});
      }
    }
  }

  static bool is_comment(const FileScanner& scanner) { return scanner.rest().starts_with("**"); }

  // Goes to the next line of data; false where a keyword or the end comes first.
  static bool next_data(FileScanner& scanner) {
    while (scanner.has_more_lines()) {
      if (!scanner.at_line_end() && !is_comment(scanner)) return scanner.rest().front() != '*';
      scanner.next_line();
    }
    return false;
  }

  void block(FileScanner& scanner, const Keyword& keyword, const std::filesystem::path& path,
             int depth) {
    if (keyword.name == "*NODE") return nodes(scanner, keyword);
    if (keyword.name == "*ELEMENT") return elements(scanner, keyword);
    if (keyword.name == "*ELSET") return set(scanner, keyword, sets_.elements, "ELSET");
    if (keyword.name == "*NSET") return set(scanner, keyword, sets_.vertices, "NSET");
    if (keyword.name == "*MATERIAL") return materials_.begin(keyword.get("NAME"), keyword.where);
    if (keyword.name == "*ELASTIC") return elastic(scanner);
    if (keyword.name == "*DENSITY") return density(scanner);
    if (keyword.name == "*SOLID SECTION" || keyword.name == "*SHELL SECTION") {
      materials_.assign(keyword.get("ELSET"), keyword.get("MATERIAL"));
    }
    if (keyword.name == "*INCLUDE") include(keyword, path, depth);
    while (next_data(scanner)) scanner.next_line();
  }

  void nodes(FileScanner& scanner, const Keyword& keyword) {
    while (next_data(scanner)) {
      const std::int64_t label = scanner.to_integer(scanner.line_token(), {"node number"});
      const ItemName item = {"node", label};
      Vec3 x = Vec3::Zero();  // Abaqus reads coordinates that are left out as 0
      for (double& coordinate : x) {
        if (!scanner.at_line_end()) coordinate = scanner.to_number(scanner.line_token(), item);
      }
      if (!nodes_.add(label)) scanner.refuse({.what = to_string(item) + " is given twice"});
      if (keyword.has("NSET")) sets_.vertices[keyword.get("NSET")].push_back(draft_.vertex_count());
      draft_.add_vertex(x);
      scanner.next_line();
    }
  }

  void elements(FileScanner& scanner, const Keyword& keyword) {
    Shape shape = {};
    if (!find_shape(keyword.get("TYPE"), shape)) {
      throw InputError({.what = "an element type that is not read",
                        .where = keyword.where,
                        .expected = "C3D4, C3D10, C3D5, C3D6, C3D8, S3, S4 or alike",
                        .found = "'" + keyword.get("TYPE") + "'"});
    }
    if (shape.nodes > shape.corners && !ten_nodes_) {
      ten_nodes_ = true;
      draft_.drop_unused_vertices();
      draft_.note(
          "ten-node tets: their four corners are kept, nodes in the middle of edges left out");
    }
    std::vector<std::int64_t> corners;
    while (next_data(scanner)) {
      const std::int64_t label = scanner.to_integer(scanner.line_token(), {"element number"});
      const int line = scanner.line();
      corners.clear();
      for (int k = 0; k < shape.nodes; ++k) {
        if (!scanner.at_line_end() || next_data_of(scanner)) corner(scanner, label, corners);
      }
      corners.resize(static_cast<std::size_t>(shape.corners));
      if (!cells_.add(label)) {
        scanner.refuse({.what = "element " + std::to_string(label) + " is given twice"});
      }
      const int cell = draft_.add_cell(shape.kind, corners, line);
      if (keyword.has("ELSET")) sets_.elements[keyword.get("ELSET")].push_back(cell);
      scanner.next_line();
    }
  }

  // An element with many nodes goes on in the next line.
  bool next_data_of(FileScanner& scanner) const {
    scanner.next_line();
    if (next_data(scanner)) return true;
    scanner.refuse({.what = "an element has too few nodes"});
  }

  void corner(FileScanner& scanner, std::int64_t element,
              std::vector<std::int64_t>& corners) const {
    const std::int64_t label = scanner.to_integer(scanner.line_token(), {"node number"});
    const std::int64_t index = nodes_.find(label);
    if (index < 0) {
      scanner.refuse(
          {.what = "element " + std::to_string(element) + " names a node that does not exist",
           .expected = "one of the " + std::to_string(nodes_.size()) + " nodes before it",
           .found = std::to_string(label)});
    }
    corners.push_back(index);
  }

  void set(FileScanner& scanner, const Keyword& keyword, NamedSets& sets, const char* parameter) {
    const Labels& labels = &sets == &sets_.elements ? cells_ : nodes_;
    std::vector<int>& members = sets[keyword.get(parameter)];
    while (next_data(scanner)) {
      if (keyword.has("GENERATE")) {
        generate(scanner, labels, members);
      } else {
        for (auto token = scanner.line_token(); !token.empty(); token = scanner.line_token()) {
          add_member(scanner, token, labels, sets, members);
          SetGrowth::drop_repeated(members, labels.size());
        }
      }
      SetGrowth::drop_repeated(members, labels.size());
      scanner.next_line();
    }
  }

  // A member is a number or the name of another set.
  void add_member(FileScanner& scanner, std::string_view token, const Labels& labels,
                  const NamedSets& sets, std::vector<int>& members) {
    const auto other = sets.find(upper_case(token));
    if (other != sets.end() && &other->second != &members) {
      growth_.allow(scanner, static_cast<std::int64_t>(other->second.size()), labels.size());
      members.insert(members.end(), other->second.begin(), other->second.end());
      return;
    }
    const std::int64_t label = scanner.to_integer(token, {"set member"});
    const std::int64_t index = labels.find(label);
    if (index < 0) {
      scanner.refuse(
          {.what = "a set names something that does not exist",
           .expected = "one of " + std::to_string(labels.size()) + " numbers given before",
           .found = std::to_string(label)});
    }
    members.push_back(static_cast<int>(index));
  }

  void generate(FileScanner& scanner, const Labels& labels, std::vector<int>& members) {
    const std::int64_t first = scanner.to_integer(scanner.line_token(), {"first of GENERATE"});
    const std::int64_t last = scanner.to_integer(scanner.line_token(), {"last of GENERATE"});
    const std::string_view third = scanner.line_token();
    const std::int64_t step = third.empty() ? 1 : scanner.to_integer(third, {"step of GENERATE"});
    if (step < 1 || first < 0 || last < first || (last - first) / step > labels.size()) {
      scanner.refuse({.what = "impossible range in GENERATE",
                      .expected = "at most " + std::to_string(labels.size()) + " members",
                      .found = std::to_string(first) + " to " + std::to_string(last) + " by " +
                               std::to_string(step)});
    }
    growth_.allow(scanner, (last - first) / step + 1, labels.size());
    for (std::int64_t i = 0; i <= (last - first) / step; ++i) {
      const std::int64_t label = first + i * step;
      const std::int64_t index = labels.find(label);
      if (index < 0) {
        scanner.refuse({.what = "GENERATE names something that does not exist",
                        .found = std::to_string(label)});
      }
      members.push_back(static_cast<int>(index));
    }
  }

  void elastic(FileScanner& scanner) {
    if (!next_data(scanner)) scanner.refuse({.what = "*ELASTIC without values"});
    FileMaterial& material = materials_.current(scanner);
    material.young = scanner.to_number(scanner.line_token(), {"Young's modulus"});
    material.poisson = scanner.to_number(scanner.line_token(), {"Poisson's ratio"});
    while (next_data(scanner)) scanner.next_line();
  }

  void density(FileScanner& scanner) {
    if (!next_data(scanner)) scanner.refuse({.what = "*DENSITY without a value"});
    materials_.current(scanner).density = scanner.to_number(scanner.line_token(), {"density"});
    while (next_data(scanner)) scanner.next_line();
  }

  void include(const Keyword& keyword, const std::filesystem::path& path, int depth) {
    if (keyword.get("INPUT").empty()) {
      throw InputError({.what = "*INCLUDE without INPUT=", .where = keyword.where});
    }
    const auto included = path.parent_path() / keyword.get("INPUT");
    read_text(included_.read(keyword.where, included, depth), depth + 1);
  }

  MeshDraft draft_;
  Labels nodes_, cells_;
  FileSets sets_;
  SetGrowth growth_;
  FileMaterials materials_;
  IncludedFiles included_;
  bool ten_nodes_ = false;
};

}  // namespace

MeshFile read_abaqus(const FileBytes& file) { return AbaqusReader(file.path).read(file); }

}  // namespace retake
