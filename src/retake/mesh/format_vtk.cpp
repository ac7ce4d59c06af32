#include <map>

#include "retake/mesh/file_scanner.h"
#include "retake/mesh/formats.h"
#include "retake/mesh/mesh_draft.h"

namespace retake {
namespace {

constexpr auto vtk_byte_order = std::endian::big;

struct VtkCell {
  int number;
  CellKind kind;
  int corners;  // 0: as many as the cell has
  bool middle_nodes;
};

constexpr VtkCell vtk_cells[] = {
    {5, CellKind::polygon, 3, false},     {7, CellKind::polygon, 0, false},
    {9, CellKind::polygon, 4, false},     {10, CellKind::tet, 4, false},
    {12, CellKind::hexahedron, 8, false}, {13, CellKind::wedge, 6, false},
    {14, CellKind::pyramid, 5, false},    {22, CellKind::polygon, 3, true},
    {24, CellKind::tet, 4, true}};

// Lists of vertex numbers, as CELLS and POLYGONS hold them: cell c has the connections from
// offsets[c] to offsets[c + 1].
struct CellLists {
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int64_t> connections;

  std::size_t size() const { return offsets.size() - 1; }
};

class VtkReader {
 public:
  explicit VtkReader(const FileBytes& file)
      : scanner_(file.path.string(), file.bytes, {.comment = 0}), draft_(file.path) {}

  MeshFile read() {
    header();
    while (!scanner_.at_end()) {
      const std::string name(scanner_.token({"section"}));
      if (name == "POINT_DATA" || name == "CELL_DATA") break;  // values on the mesh
      section(name);
    }
    if (grid_) add_grid_cells();
    return draft_.finish(binary_ ? "VTK legacy, binary" : "VTK legacy, text");
  }

 private:
  void header() {
    if (!scanner_.rest_of_line().starts_with("# vtk DataFile Version")) {
      scanner_.refuse({.what = "not a legacy VTK file", .expected = "# vtk DataFile Version"});
    }
    scanner_.next_line();
    scanner_.next_line();  // a title
    const std::string_view encoding = scanner_.token({"ASCII or BINARY"});
    binary_ = encoding == "BINARY";
    if (!binary_ && encoding != "ASCII") scanner_.refuse({.what = "neither ASCII nor BINARY"});
    if (scanner_.token({"DATASET"}) != "DATASET") scanner_.refuse({.what = "DATASET is missing"});
    const std::string_view kind = scanner_.token({"kind of data"});
    grid_ = kind == "UNSTRUCTURED_GRID";
    if (!grid_ && kind != "POLYDATA") {
      scanner_.refuse({.what = "a kind of data that is not read",
                       .expected = "UNSTRUCTURED_GRID or POLYDATA",
                       .found = std::string(kind.substr(0, 30))});
    }
    if (binary_) scanner_.be_binary();
  }

  void section(const std::string& name) {
    if (name == "POINTS") return points();
    if (name == "CELLS") {
      cells_ = lists();
    } else if (name == "CELL_TYPES") {
      types_ = integers(count("number of cell types", binary_ ? 4 : 2), 4);
    } else if (name == "POLYGONS") {
      add_polygons(lists());
    } else if (name == "VERTICES" || name == "LINES") {
      lists();
    } else if (name == "METADATA") {
      scanner_.skip_past("\n\n");
    } else if (name == "FIELD") {
      fields();
    } else {
      scanner_.refuse({.what = "a section that is not read",
                       .expected = "POINTS, CELLS, CELL_TYPES, POLYGONS or alike",
                       .found = name.substr(0, 30)});
    }
  }

  int count(const char* what, int bytes_each) { return scanner_.count({what}, bytes_each); }

  void points() {
    const int points = count("number of points", binary_ ? 12 : 6);
    const std::string type(scanner_.token({"type of the coordinates"}));
    if (type != "float" && type != "double") {
      scanner_.refuse({.what = "coordinates of an unknown type", .found = type.substr(0, 20)});
    }
    scanner_.next_line();
    draft_.reserve_vertices(points);
    for (int i = 0; i < points; ++i) {
      Vec3 x;
      for (double& coordinate : x) coordinate = real(type == "double", {"point", i});
      if (!x.allFinite()) scanner_.refuse({.what = to_string({"point", i}) + " is not finite"});
      draft_.add_vertex(x);
    }
  }

  double real(bool is_double, const ItemName& item) {
    if (!binary_) return scanner_.number(item);
    return is_double ? scanner_.binary<double>(vtk_byte_order, item)
                     : scanner_.binary<float>(vtk_byte_order, item);
  }

  std::vector<std::int64_t> integers(int count, int bytes) {
    scanner_.next_line();
    scanner_.check_count(count, {"number of values"}, binary_ ? bytes : 2);
    std::vector<std::int64_t> values;
    values.reserve(static_cast<std::size_t>(count));
    const ItemName item = {"whole number"};
    for (int i = 0; i < count; ++i) {
      values.push_back(!binary_     ? scanner_.integer(item)
                       : bytes == 8 ? scanner_.binary<std::int64_t>(vtk_byte_order, item)
                                    : scanner_.binary<std::int32_t>(vtk_byte_order, item));
    }
    return values;
  }

  // "CELLS n size", then n times a length and that many numbers; since version 5.1 "CELLS n+1
  // size", then OFFSETS and CONNECTIVITY.
  CellLists lists() {
    const int n = count("number of cells", 2);
    const int size = count("size of the cells", 2);
    scanner_.next_line();
    if (scanner_.rest().starts_with("OFFSETS")) return lists_with_offsets(n, size);
    CellLists lists;
    const std::vector<std::int64_t> values = in_place(size);
    std::size_t i = 0;
    for (int c = 0; c < n; ++c) {
      const std::int64_t length = i < values.size() ? values[i++] : -1;
      if (length < 0 || static_cast<std::size_t>(length) > values.size() - i) {
        scanner_.refuse(
            {.what = "cell " + std::to_string(c) + " is longer than the list of cells"});
      }
      const auto begin = values.begin() + static_cast<std::ptrdiff_t>(i);
      lists.connections.insert(lists.connections.end(), begin, begin + length);
      lists.offsets.push_back(static_cast<std::int64_t>(lists.connections.size()));
      i += static_cast<std::size_t>(length);
    }
    return lists;
  }

  // The values begin where the scanner stands, at the beginning of a line.
  std::vector<std::int64_t> in_place(int size) {
    scanner_.check_count(size, {"size of the cells"}, binary_ ? 4 : 2);
    std::vector<std::int64_t> values;
    for (int i = 0; i < size; ++i) {
      values.push_back(binary_ ? scanner_.binary<std::int32_t>(vtk_byte_order, {"cell"})
                               : scanner_.integer({"cell"}));
    }
    return values;
  }

  CellLists lists_with_offsets(int n, int size) {
    CellLists lists;
    scanner_.token({"OFFSETS"});
    lists.offsets = integers(n, integer_size());
    if (scanner_.token({"CONNECTIVITY"}) != "CONNECTIVITY") {
      scanner_.refuse({.what = "CONNECTIVITY is missing"});
    }
    lists.connections = integers(size, integer_size());
    bool rising = n > 0 && lists.offsets.front() == 0 && lists.offsets.back() <= size;
    for (std::size_t i = 1; i < lists.offsets.size(); ++i) {
      rising = rising && lists.offsets[i - 1] <= lists.offsets[i];
    }
    if (!rising)
      scanner_.refuse({.what = "the offsets of the cells do not rise from 0 to the end"});
    return lists;
  }

  int integer_size() { return scanner_.token({"type"}) == "vtktypeint64" ? 8 : 4; }

  void fields() {
    scanner_.token({"name of the fields"});
    const int arrays = count("number of fields", 4);
    for (int a = 0; a < arrays; ++a) {
      scanner_.token({"name of a field"});
      const std::int64_t components = count("components of a field", 1);
      const std::int64_t tuples = count("values of a field", 1);
      const std::string type(scanner_.token({"type of a field"}));
      const int size = size_of(type);
      scanner_.next_line();
      if (components == 0 || tuples == 0) continue;
      const int values =
          scanner_.check_count(components * tuples, {"values of a field"}, binary_ ? size : 2);
      if (binary_)
        scanner_.raw(static_cast<std::size_t>(values) * static_cast<std::size_t>(size), {"field"});
      for (int i = 0; !binary_ && i < values; ++i) scanner_.token({"value of a field"});
    }
  }

  int size_of(const std::string& type) const {
    static const std::map<std::string, int> type_sizes = {
        {"char", 1}, {"unsigned_char", 1}, {"short", 2},        {"unsigned_short", 2},
        {"int", 4},  {"unsigned_int", 4},  {"float", 4},        {"double", 8},
        {"long", 8}, {"unsigned_long", 8}, {"vtktypeint64", 8}, {"vtkIdType", 4}};
    const auto it = type_sizes.find(type);
    if (it == type_sizes.end()) {
      scanner_.refuse({.what = "a field of an unknown type", .found = type.substr(0, 20)});
    }
    return it->second;
  }

  void add_polygons(const CellLists& lists) {
    for (std::size_t c = 0; c < lists.size(); ++c)
      add_cell(lists, c, {7, CellKind::polygon, 0, false});
  }

  void add_grid_cells() {
    if (types_.size() != cells_.size()) {
      scanner_.refuse({.what = "cells and cell types differ in number",
                       .expected = std::to_string(cells_.size()),
                       .found = std::to_string(types_.size())});
    }
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      const std::int64_t type = types_[c];
      if (type == 1 || type == 2 || type == 3 || type == 4) continue;  // points and lines
      const auto* const known =
          std::find_if(std::begin(vtk_cells), std::end(vtk_cells),
                       [&](const VtkCell& cell) { return cell.number == type; });
      if (known == std::end(vtk_cells)) {
        scanner_.refuse(
            {.what = "a cell type that is not read",
             .found = "type " + std::to_string(type) + " of cell " + std::to_string(c)});
      }
      add_cell(cells_, c, *known);
    }
  }

  void add_cell(const CellLists& lists, std::size_t cell, const VtkCell& type) {
    const auto first = static_cast<std::size_t>(lists.offsets[cell]);
    const auto length = static_cast<std::size_t>(lists.offsets[cell + 1]) - first;
    const auto corners = type.corners > 0 ? static_cast<std::size_t>(type.corners) : length;
    if (length < corners || corners < 3) {
      scanner_.refuse({.what = "cell " + std::to_string(cell) + " has too few corners",
                       .found = std::to_string(length)});
    }
    draft_.add_cell(type.kind, std::span(lists.connections).subspan(first, corners));
    if (type.middle_nodes && !has_middle_nodes_) {
      has_middle_nodes_ = true;
      draft_.drop_unused_vertices();
      draft_.note("elements of higher order: their corners are kept, nodes in between left out");
    }
  }

  FileScanner scanner_;
  MeshDraft draft_;
  bool binary_ = false;
  bool grid_ = false;
  bool has_middle_nodes_ = false;
  CellLists cells_;
  std::vector<std::int64_t> types_;
};

}  // namespace

MeshFile read_vtk(const FileBytes& file) { return VtkReader(file).read(); }

}  // namespace retake
