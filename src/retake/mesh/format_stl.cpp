#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <unordered_map>

#include <Eigen/Geometry>

#include "retake/mesh/ascii_text.h"
#include "retake/mesh/file_scanner.h"
#include "retake/mesh/formats.h"
#include "retake/mesh/mesh_draft.h"
#include "retake/mesh/number_text.h"

namespace retake {
namespace {

// Binary: 80 bytes of anything, uint32 triangles; each triangle 12 float32 (normal, corners) and a
// uint16. Little-endian.
constexpr std::size_t stl_header_size = 80;
constexpr std::size_t stl_triangle_size = 50;
constexpr auto stl_byte_order = std::endian::little;

// STL repeats each vertex in every triangle; equal positions become one vertex again.
class Welder {
 public:
  explicit Welder(MeshDraft& draft) : draft_(draft) {}

  std::int64_t vertex(const Vec3& x) {
    const Key key = {bits(x[0]), bits(x[1]), bits(x[2])};
    const auto [it, is_new] = index_.emplace(key, draft_.vertex_count());
    if (is_new) draft_.add_vertex(x);
    return it->second;
  }

 private:
  using Key = std::array<std::uint64_t, 3>;
  struct Hash {
    std::size_t operator()(const Key& key) const {
      std::uint64_t hash = 0;
      for (const std::uint64_t part : key)
        hash = (hash ^ part) * 0x9E3779B97F4A7C15u + (hash >> 29);
      return hash;
    }
  };
  static std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value + 0.0); }

  MeshDraft& draft_;
  std::unordered_map<Key, std::int64_t, Hash> index_;
};

bool is_binary(const std::string& bytes) {
  const std::string_view text = without_byte_order_mark(bytes);
  if (bytes.size() < stl_header_size + 4) return false;
  const auto count = from_bytes<std::uint32_t>(bytes.data() + stl_header_size, stl_byte_order);
  const bool fits = bytes.size() == stl_header_size + 4 + stl_triangle_size * std::size_t{count};
  return fits || lower_case(trimmed(text).substr(0, 5)) != "solid";
}

MeshFile read_binary_stl(const FileBytes& file) {
  FileScanner scanner(file.path.string(), file.bytes, {.starts_as_text = false});
  scanner.be_binary();
  scanner.raw(stl_header_size, {"header"});
  const int count =
      scanner.check_count(scanner.binary<std::uint32_t>(stl_byte_order, {"triangle count"}),
                          {"number of triangles"}, stl_triangle_size);
  MeshDraft draft(file.path);
  Welder welder(draft);
  for (int t = 0; t < count; ++t) {
    scanner.raw(12, {"normal"});
    std::array<std::int64_t, 3> corners;
    for (std::int64_t& corner : corners) {
      Vec3 x;
      for (double& coordinate : x)
        coordinate = scanner.binary<float>(stl_byte_order, {"triangle", t});
      if (!x.allFinite()) {
        scanner.refuse({.what = "a corner of " + to_string({"triangle", t}) + " is not finite"});
      }
      corner = welder.vertex(x);
    }
    scanner.raw(2, {"attribute"});
    draft.add_cell(CellKind::polygon, corners);
  }
  return draft.finish("STL, binary");
}

MeshFile read_text_stl(const FileBytes& file) {
  FileScanner scanner(file.path.string(), file.bytes, {.comment = 0});
  MeshDraft draft(file.path);
  Welder welder(draft);
  std::vector<std::int64_t> corners;
  bool open = false;
  for (; !scanner.at_end(); scanner.next_line()) {
    const std::string word = lower_case(scanner.line_token());
    if (word == "vertex") {
      corners.push_back(welder.vertex(scanner.point({"vertex"})));
    } else if (word == "endloop") {
      if (corners.size() < 3) scanner.refuse({.what = "a facet with fewer than three corners"});
      draft.add_cell(CellKind::polygon, corners, scanner.line());
      corners.clear();
    } else if (word == "solid" || word == "endsolid") {
      open = word == "solid";
    } else if (word != "facet" && word != "outer" && word != "endfacet") {
      scanner.refuse(
          {.what = "not an STL statement",
           .expected = "solid, facet, outer loop, vertex, endloop, endfacet or endsolid"});
    }
  }
  if (open || !corners.empty()) {
    scanner.refuse({.what = "the file ends too early", .expected = "endsolid"});
  }
  return draft.finish("STL, text");
}

template <class Action>
void for_each_facet(const TriangleMesh& mesh, const Action& action) {
  for (const auto& triangle : mesh.triangles.colwise()) {
    const Mat3 corners = mesh.positions(Eigen::all, triangle);
    const Vec3 normal = (corners.col(1) - corners.col(0)).cross(corners.col(2) - corners.col(0));
    action(Vec3(normal.stableNormalized()), corners);
  }
}

}  // namespace

MeshFile read_stl(const FileBytes& file) {
  return is_binary(file.bytes) ? read_binary_stl(file) : read_text_stl(file);
}

std::string write_stl(const TriangleMesh& mesh, Encoding encoding) {
  std::string bytes;
  if (encoding == Encoding::text) {
    bytes = "solid mesh\n";
    for_each_facet(mesh, [&](const Vec3& normal, const Mat3& corners) {
      bytes += "facet normal ";
      append_numbers(bytes, normal);
      bytes += "\nouter loop\n";
      for (const auto& corner : corners.colwise()) {
        bytes += "vertex ";
        append_numbers(bytes, corner);
        bytes += '\n';
      }
      bytes += "endloop\nendfacet\n";
    });
    return bytes + "endsolid mesh\n";
  }
  bytes.assign(stl_header_size, '\0');
  append_bytes(bytes, static_cast<std::uint32_t>(mesh.triangle_count()), stl_byte_order);
  for_each_facet(mesh, [&](const Vec3& normal, const Mat3& corners) {
    for (const double value : normal)
      append_bytes(bytes, static_cast<float>(value), stl_byte_order);
    for (const double value : corners.reshaped()) {
      append_bytes(bytes, static_cast<float>(value), stl_byte_order);
    }
    append_bytes(bytes, std::uint16_t{0}, stl_byte_order);
  });
  return bytes;
}

}  // namespace retake
