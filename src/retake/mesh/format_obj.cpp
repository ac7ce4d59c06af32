#include <array>
#include <string_view>

#include "retake/mesh/file_scanner.h"
#include "retake/mesh/formats.h"
#include "retake/mesh/mesh_draft.h"
#include "retake/mesh/number_text.h"

namespace retake {
namespace {

// Statements of the format that say nothing about vertices and faces.
constexpr std::string_view ignored_statements[] = {
    "vt",       "vn",       "vp",     "mtllib", "l",    "p",         "mg",
    "cstype",   "deg",      "bmat",   "step",   "curv", "curv2",     "surf",
    "parm",     "trim",     "hole",   "scrv",   "sp",   "end",       "con",
    "lod",      "bevel",    "maplib", "call",   "csh",  "trace_obj", "shadow_obj",
    "c_interp", "d_interp", "usemap", "ctech",  "stech"};

bool is_ignored(std::string_view statement) {
  for (const std::string_view known : ignored_statements) {
    if (statement == known) return true;
  }
  return false;
}

class ObjReader {
 public:
  explicit ObjReader(const FileBytes& file)
      : scanner_(file.path.string(), file.bytes), draft_(file.path) {
    draft_.first_index = 1;
    // A vertex takes some 30 bytes; a guess that saves copying, not a promise.
    draft_.reserve_vertices(
        static_cast<int>(std::min<std::size_t>(file.bytes.size() / 60, 1 << 20)));
  }

  MeshDraft read() {
    while (scanner_.has_more_lines()) {
      if (!scanner_.at_line_end()) statement(scanner_.line_token());
      scanner_.next_line();
    }
    if (unknown_ > 0) {
      draft_.note(std::to_string(unknown_) +
                  " unknown statements were left out (the first in line " +
                  std::to_string(first_unknown_) +
                  "; shapes other than faces must be exported "
                  "as meshes)");
    }
    if (scanner_.odd_numbers() > 0) {
      draft_.note(std::to_string(scanner_.odd_numbers()) +
                  " numbers are spelled oddly; 3.1+e2 was read as 3.1e+2 (compare the size)");
    }
    return std::move(draft_);
  }

 private:
  void statement(std::string_view name) {
    if (name == "v") return vertex();
    if (name == "f" || name == "fo") return face();
    if (name == "g" || name == "o" || name == "s" || name == "usemtl") {
      style_ = Corner::unknown;
    } else if (!is_ignored(name)) {
      unknown(name);
    }
  }

  // A long line may go on after a backslash.
  std::string_view next() {
    std::string_view token = scanner_.line_token();
    while (token == "\\") {
      scanner_.next_line();
      token = scanner_.line_token();
    }
    return token;
  }

  void vertex() {
    const ItemName item = {"vertex", draft_.vertex_count() + 1};
    Vec3 x;
    for (double& coordinate : x) {
      const std::string_view token = next();
      if (token.empty()) scanner_.refuse({.what = to_string(item) + " has too few coordinates"});
      coordinate = scanner_.to_number(token, item);
    }
    draft_.add_vertex(x);
  }

  void face() {
    corners_.clear();
    for (std::string_view token = next(); !token.empty(); token = next()) corner(token);
    if (corners_.size() < 3) {
      scanner_.refuse({.what = "a face has too few corners",
                       .expected = "3 or more",
                       .found = std::to_string(corners_.size())});
    }
    draft_.add_cell(CellKind::polygon, corners_, scanner_.line());
  }

  // "7", "7/2", "7/2/3" or "7//3"; from 1, or back from the last vertex when negative.
  void corner(std::string_view token) {
    const std::size_t slash = token.find('/');
    const auto style = slash == token.npos ? Corner::bare : Corner::with_slash;
    if (style_ != Corner::unknown && style_ != style) {
      scanner_.refuse({.what = "corners with and without texture or normal in one group",
                       .found = std::string(token.substr(0, 20)),
                       .advice = "Export the mesh again, with all of them or with none"});
    }
    style_ = style;
    const std::int64_t number = scanner_.to_integer(token.substr(0, slash), {"vertex number"});
    const std::int64_t index = number > 0 ? number - 1 : draft_.vertex_count() + number;
    if (number == 0 || index < 0) refuse_corner(number);
    corners_.push_back(index);
  }

  [[noreturn]] void refuse_corner(std::int64_t number) const {
    const std::string last = std::to_string(draft_.vertex_count());
    const bool none = draft_.vertex_count() == 0;
    scanner_.refuse({.what = none ? "a face names a vertex, and no vertex stands before this face"
                                  : "a face names a vertex that does not exist",
                     .expected = none ? "vertices first" : "1 to " + last + ", or -1 to -" + last,
                     .found = std::to_string(number)});
  }

  void unknown(std::string_view name) {
    for (const char c : name) {
      if (static_cast<unsigned char>(c) < 32) {
        scanner_.refuse({.what = "not text", .expected = "an OBJ statement such as v or f"});
      }
    }
    if (unknown_++ == 0) first_unknown_ = scanner_.line();
  }

  enum class Corner { unknown, bare, with_slash };

  FileScanner scanner_;
  MeshDraft draft_;
  std::vector<std::int64_t> corners_;
  Corner style_ = Corner::unknown;
  int unknown_ = 0;
  int first_unknown_ = 0;
};

template <class Positions>
void append_vertices(std::string& text, const Positions& positions) {
  for (const auto& x : positions.colwise()) {
    text += "v ";
    append_numbers(text, x);
    text += '\n';
  }
}

}  // namespace

MeshFile read_obj(const FileBytes& file) { return ObjReader(file).read().finish("OBJ"); }

MeshFrame read_obj_frame(const FileBytes& file) {
  const MeshDraft draft = ObjReader(file).read();
  return {draft.positions(), draft.cell_count(), draft.faces_hash()};
}

std::string write_obj(const TriangleMesh& mesh) {
  std::string text;
  text.reserve(60 * static_cast<std::size_t>(mesh.vertex_count()) +
               24 * static_cast<std::size_t>(mesh.triangle_count()));
  append_vertices(text, mesh.positions);
  for (const auto& triangle : mesh.triangles.colwise()) {
    text += "f ";
    append_numbers(text, triangle.array() + 1);
    text += '\n';
  }
  return text;
}

std::string write_obj(const Eigen::Matrix3Xf& positions, const Polygons& faces) {
  std::string text;
  text.reserve(36 * static_cast<std::size_t>(positions.cols()) + 8 * faces.corners.size());
  append_vertices(text, positions);
  auto corner = faces.corners.begin();
  for (const int size : faces.sizes) {
    text += "f";
    for (int i = 0; i < size; ++i) {
      text += ' ';
      append_number(text, *corner++ + 1);
    }
    text += '\n';
  }
  return text;
}

}  // namespace retake
