#include <map>

#include "retake/mesh/file_scanner.h"
#include "retake/mesh/formats.h"
#include "retake/mesh/gmsh_elements.h"
#include "retake/mesh/mesh_draft.h"

namespace retake {
namespace {

class GmshReader {
 public:
  explicit GmshReader(const FileBytes& file)
      : scanner_(file.path.string(), file.bytes, {.comment = 0}), draft_(file.path) {}

  MeshFile read() {
    if (scanner_.token({"$MeshFormat"}) != "$MeshFormat") {
      scanner_.refuse({.what = "not a Gmsh file", .expected = "$MeshFormat"});
    }
    format();
    while (!scanner_.at_end()) {
      const std::string name(scanner_.token({"section"}));
      if (!name.starts_with('$')) {
        scanner_.refuse(
            {.what = "a section should begin here", .expected = "a name such as $Nodes"});
      }
      scanner_.next_line();
      if (name == "$Nodes") {
        old_ ? nodes_2() : nodes_4();
      } else if (name == "$Elements") {
        old_ ? elements_2() : elements_4();
      }
      scanner_.skip_past("$End" + name.substr(1));
    }
    if (groups_.size() > 1) {
      for (auto& [name, members] : groups_) draft_.file.element_sets.push_back({name, members});
    }
    return draft_.finish(std::string("Gmsh ") + (old_ ? "2.2" : "4.1") +
                         (binary_ ? ", binary" : ", text"));
  }

 private:
  void format() {
    const std::string version(scanner_.token({"version"}));
    old_ = version == "2.2" || version == "2";
    if (!old_ && version != "4.1") {
      scanner_.refuse({.what = "a version of the Gmsh format that is not read",
                       .expected = "2.2 or 4.1",
                       .found = version.substr(0, 20),
                       .advice = "Save it again with gmsh -format msh41"});
    }
    binary_ = scanner_.integer({"file type"}) != 0;
    if (scanner_.integer({"size of numbers"}) != 8) {
      scanner_.refuse({.what = "numbers of another size than 8 bytes"});
    }
    scanner_.next_line();
    if (binary_) {
      scanner_.be_binary();
      const bool little = scanner_.binary<std::int32_t>(std::endian::little, {"byte order"}) == 1;
      order_ = little ? std::endian::little : std::endian::big;
    }
    scanner_.skip_past("$EndMeshFormat");
  }

  // The format's int, size_t and double, in text or binary.
  std::int64_t small(const ItemName& item) {
    return binary_ ? scanner_.binary<std::int32_t>(order_, item) : scanner_.integer(item);
  }
  std::int64_t large(const ItemName& item) {
    return binary_ ? scanner_.binary<std::int64_t>(order_, item) : scanner_.integer(item);
  }
  double real(const ItemName& item) {
    return binary_ ? scanner_.binary<double>(order_, item) : scanner_.number(item);
  }

  Vec3 point(const ItemName& item) {
    const double x = real(item);
    const double y = real(item);
    const Vec3 point(x, y, real(item));
    if (!point.allFinite()) scanner_.refuse({.what = to_string(item) + " is not finite"});
    return point;
  }

  void add_label(std::int64_t label) {
    if (!labels_.add(label))
      scanner_.refuse({.what = "node " + std::to_string(label) + " is given twice"});
  }

  void nodes_2() {
    const int count = scanner_.count({"number of nodes"}, binary_ ? 28 : 8);
    scanner_.next_line();
    draft_.reserve_vertices(count);
    for (int i = 0; i < count; ++i) {
      const std::int64_t label = small({"node number"});
      add_label(label);
      draft_.add_vertex(point({"node", label}));
    }
  }

  void nodes_4() {
    const int blocks = scanner_.check_count(large({"number of blocks"}), {"number of blocks"}, 8);
    const int total = scanner_.check_count(large({"number of nodes"}), {"number of nodes"}, 8);
    large({"least node number"});
    large({"greatest node number"});
    draft_.reserve_vertices(total);
    for (int b = 0; b < blocks; ++b) {
      const std::int64_t dimension = small({"dimension of a block"});
      small({"entity of a block"});
      const bool parametric = small({"parametric"}) != 0;
      const int count = scanner_.check_count(large({"nodes of a block"}), {"nodes of a block"}, 8);
      std::vector<std::int64_t> labels;
      for (int i = 0; i < count; ++i) labels.push_back(large({"node number"}));
      for (const std::int64_t label : labels) {
        add_label(label);
        draft_.add_vertex(point({"node", label}));
        for (int k = 0; parametric && k < dimension; ++k) real({"parameter of node", label});
      }
    }
  }

  void elements_2() {
    const int count = scanner_.count({"number of elements"}, binary_ ? 4 : 6);
    scanner_.next_line();
    for (int done = 0; done < count;) {
      std::int64_t label = binary_ ? 0 : small({"element number"});
      const GmshElement& type = find_type(small({"element type"}));
      const std::int64_t block = binary_ ? small({"elements in a block"}) : 1;
      const int tags = scanner_.check_count(small({"number of tags"}), {"number of tags"}, 2);
      if (block < 1 || block > count - done)
        scanner_.refuse({.what = "impossible length of a block"});
      for (std::int64_t i = 0; i < block; ++i, ++done) {
        if (binary_) label = small({"element number"});
        std::int64_t group = 0;  // the first tag is the physical group
        for (int k = 0; k < tags; ++k) {
          const std::int64_t tag = small({"tag"});
          if (k == 0) group = tag;
        }
        element(type, label, group, [&] { return small({"node of an element"}); });
      }
    }
  }

  void elements_4() {
    const int blocks = scanner_.check_count(large({"number of blocks"}), {"number of blocks"}, 8);
    scanner_.check_count(large({"number of elements"}), {"number of elements"}, 4);
    large({"least element number"});
    large({"greatest element number"});
    for (int b = 0; b < blocks; ++b) {
      small({"dimension of a block"});
      const std::int64_t entity = small({"entity of a block"});
      const GmshElement& type = find_type(small({"element type"}));
      const int count =
          scanner_.check_count(large({"elements in a block"}), {"elements in a block"}, 4);
      for (int i = 0; i < count; ++i) {
        const std::int64_t label = large({"element number"});
        element(type, label, entity, [&] { return large({"node of an element"}); });
      }
    }
  }

  const GmshElement& find_type(std::int64_t number) const {
    if (const GmshElement* type = find_gmsh_element(number)) return *type;
    scanner_.refuse(
        {.what = "an element type that is not read",
         .expected = "points, lines, triangles, quads, tets, pyramids, prisms or hexahedra",
         .found = "type " + std::to_string(number)});
  }

  template <class NextNode>
  void element(const GmshElement& type, std::int64_t label, std::int64_t group,
               const NextNode& next_node) {
    const int line = binary_ ? 0 : scanner_.line();
    corners_.clear();
    for (int k = 0; k < type.nodes; ++k) {
      const std::int64_t node = next_node();
      if (k >= type.corners) continue;
      corners_.push_back(labels_.find(node));
      if (corners_.back() >= 0) continue;
      scanner_.refuse(
          {.what = "element " + std::to_string(label) + " names a node that does not exist",
           .expected = "one of " + std::to_string(labels_.size()) + " nodes",
           .found = std::to_string(node)});
    }
    if (type.corners == 0) return;
    const int cell = draft_.add_cell(type.kind, corners_, line);
    if (type.kind != CellKind::polygon) groups_["group " + std::to_string(group)].push_back(cell);
    if (type.nodes > type.corners && !has_middle_nodes_) {
      has_middle_nodes_ = true;
      draft_.drop_unused_vertices();
      draft_.note("elements of higher order: their corners are kept, nodes in between left out");
    }
  }

  FileScanner scanner_;
  MeshDraft draft_;
  Labels labels_;
  std::map<std::string, std::vector<int>> groups_;
  std::vector<std::int64_t> corners_;
  bool old_ = false;
  bool binary_ = false;
  bool has_middle_nodes_ = false;
  std::endian order_ = std::endian::little;
};

}  // namespace

MeshFile read_gmsh(const FileBytes& file) { return GmshReader(file).read(); }

}  // namespace retake
