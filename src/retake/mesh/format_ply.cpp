#include <optional>

#include "retake/mesh/file_scanner.h"
#include "retake/mesh/formats.h"
#include "retake/mesh/mesh_draft.h"
#include "retake/mesh/number_text.h"

namespace retake {
namespace {

enum class Type { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

struct Property {
  std::string name;
  Type type = Type::float32;
  std::optional<Type> list_count;  // of a list: the type of its length
};

struct Element {
  std::string name;
  std::int64_t count = 0;
  std::vector<Property> properties;
};

int size_of(Type type) {
  constexpr int type_sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
  return type_sizes[static_cast<int>(type)];
}

Type parse_type(const FileScanner& scanner, std::string_view name) {
  constexpr std::pair<std::string_view, Type> known_types[] = {
      {"char", Type::int8},      {"int8", Type::int8},       {"uchar", Type::uint8},
      {"uint8", Type::uint8},    {"short", Type::int16},     {"int16", Type::int16},
      {"ushort", Type::uint16},  {"uint16", Type::uint16},   {"int", Type::int32},
      {"int32", Type::int32},    {"uint", Type::uint32},     {"uint32", Type::uint32},
      {"float", Type::float32},  {"float32", Type::float32}, {"double", Type::float64},
      {"float64", Type::float64}};
  for (const auto& [known, type] : known_types) {
    if (name == known) return type;
  }
  scanner.refuse({.what = "unknown type of a property",
                  .expected = "char, uchar, short, ushort, int, uint, float or double",
                  .found = std::string(name.substr(0, 20))});
}

// -1 for what is no count or index.
std::int64_t to_whole(double value) {
  return value >= 0 && value < 1e15 ? static_cast<std::int64_t>(value) : -1;
}

// 0, 1, 2 for red, green, blue; -1 for other properties.
int channel_of(const std::string& property) {
  if (property == "red") return 0;
  if (property == "green") return 1;
  return property == "blue" ? 2 : -1;
}

class PlyReader {
 public:
  explicit PlyReader(const FileBytes& file)
      : scanner_(file.path.string(), file.bytes, {.comment = 0}), draft_(file.path) {}

  MeshFrame read_frame() {
    walk();
    return {draft_.positions(), draft_.cell_count(), draft_.faces_hash()};
  }

  MeshFile read() {
    walk();
    MeshFile file = draft_.finish(text_ ? "PLY, text" : "PLY, binary");
    if (!colors_.empty() && file.triangles &&
        file.triangles->positions.size() == std::ssize(colors_)) {
      file.colors = Eigen::Map<const Eigen::Matrix3Xf>(colors_.data(), 3, std::ssize(colors_) / 3);
    }
    return file;
  }

 private:
  void walk() {
    header();
    if (!text_) scanner_.be_binary();
    for (const Element& element : elements_) {
      if (element.properties.empty()) continue;
      const int count = scanner_.check_count(element.count, {"number of elements"}, room(element));
      for (int i = 0; i < count; ++i) item(element, i);
    }
  }

  void header() {
    if (scanner_.token({"ply"}) != "ply") scanner_.refuse({.what = "not a PLY file"});
    for (bool open = true; open;) {
      const std::string_view word = scanner_.token({"end_header"});
      if (word == "format") {
        format(scanner_.line_token());
      } else if (word == "element") {
        const std::string name(scanner_.line_token());
        elements_.push_back({name, scanner_.to_integer(scanner_.line_token(), {"count"}), {}});
      } else if (word == "property") {
        property();
      } else if (word == "end_header") {
        open = false;
      } else if (word != "comment" && word != "obj_info") {
        scanner_.refuse(
            {.what = "unknown word in the header", .found = std::string(word.substr(0, 20))});
      }
      scanner_.next_line();
    }
  }

  void format(std::string_view name) {
    text_ = name == "ascii";
    order_ = name == "binary_big_endian" ? std::endian::big : std::endian::little;
    if (!text_ && order_ == std::endian::little && name != "binary_little_endian") {
      scanner_.refuse({.what = "unknown format", .found = std::string(name.substr(0, 20))});
    }
  }

  void property() {
    if (elements_.empty()) scanner_.refuse({.what = "a property before any element"});
    Property property;
    std::string_view type = scanner_.line_token();
    if (type == "list") {
      property.list_count = parse_type(scanner_, scanner_.line_token());
      type = scanner_.line_token();
    }
    property.type = parse_type(scanner_, type);
    property.name = scanner_.line_token();
    elements_.back().properties.push_back(property);
  }

  // The fewest bytes that one of these elements takes.
  std::int64_t room(const Element& element) const {
    std::int64_t bytes = 0;
    for (const Property& p : element.properties) {
      bytes += text_ ? 2 : size_of(p.list_count.value_or(p.type));
    }
    return bytes;
  }

  void item(const Element& element, int number) {
    const ItemName name = {element.name == "vertex" ? "vertex" : "face", number};
    Vec3 x = Vec3::Zero();
    Eigen::Vector3f color;
    bool colored = false;
    for (const Property& p : element.properties) {
      if (p.list_count) {
        list(element, p, name);
        continue;
      }
      const bool coordinate =
          element.name == "vertex" && p.name.size() == 1 && p.name[0] >= 'x' && p.name[0] <= 'z';
      const double found = value(p.type, name);
      const int channel = element.name == "vertex" ? channel_of(p.name) : -1;
      if (channel >= 0) {
        color[channel] = static_cast<float>(p.type == Type::uint8 ? found / 255 : found);
        colored = true;
      }
      if (!coordinate) continue;
      if (!std::isfinite(found)) scanner_.refuse({.what = to_string(name) + " is not finite"});
      x[p.name[0] - 'x'] = found;
    }
    if (element.name == "vertex") draft_.add_vertex(x);
    if (colored) colors_.insert(colors_.end(), color.begin(), color.end());
  }

  void list(const Element& element, const Property& p, const ItemName& name) {
    const std::int64_t length = to_whole(value(*p.list_count, name));
    const int count =
        scanner_.check_count(length, {"length of a list"}, text_ ? 2 : size_of(p.type));
    corners_.clear();
    for (int k = 0; k < count; ++k) {
      corners_.push_back(to_whole(value(p.type, name)));
    }
    const bool is_face = p.name == "vertex_indices" || p.name == "vertex_index";
    if (element.name != "face" || !is_face) return;
    if (count < 3) {
      scanner_.refuse({.what = to_string(name) + " has too few corners",
                       .expected = "3 or more",
                       .found = std::to_string(count)});
    }
    draft_.add_cell(CellKind::polygon, corners_, text_ ? scanner_.line() : 0);
  }

  double value(Type type, const ItemName& name) {
    if (text_) return scanner_.number(name);
    switch (type) {
      case Type::int8:
        return scanner_.binary<std::int8_t>(order_, name);
      case Type::uint8:
        return scanner_.binary<std::uint8_t>(order_, name);
      case Type::int16:
        return scanner_.binary<std::int16_t>(order_, name);
      case Type::uint16:
        return scanner_.binary<std::uint16_t>(order_, name);
      case Type::int32:
        return scanner_.binary<std::int32_t>(order_, name);
      case Type::uint32:
        return scanner_.binary<std::uint32_t>(order_, name);
      case Type::float32:
        return scanner_.binary<float>(order_, name);
      default:
        return scanner_.binary<double>(order_, name);
    }
  }

  FileScanner scanner_;
  MeshDraft draft_;
  std::vector<Element> elements_;
  std::vector<std::int64_t> corners_;
  std::vector<float> colors_;  // three a vertex, where the file has them
  bool text_ = true;
  std::endian order_ = std::endian::little;
};

std::string header_of(const TriangleMesh& mesh, bool colored, const char* format) {
  return std::string("ply\nformat ") + format + " 1.0\nelement vertex " +
         std::to_string(mesh.vertex_count()) +
         "\nproperty double x\nproperty double y\nproperty double z\n" +
         (colored ? "property uchar red\nproperty uchar green\nproperty uchar blue\n" : "") +
         "element face " + std::to_string(mesh.triangle_count()) +
         "\nproperty list uchar int vertex_indices\nend_header\n";
}

// 3 x n, 0 to 255.
Eigen::Matrix3Xi to_bytes(const Eigen::Matrix3Xf& colors) {
  return (colors.array().max(0).min(1) * 255 + 0.5F).cast<int>();
}

std::string text_ply(const TriangleMesh& mesh, const Eigen::Matrix3Xi& colors) {
  std::string text = header_of(mesh, colors.cols() > 0, "ascii");
  for (int v = 0; v < mesh.vertex_count(); ++v) {
    append_numbers(text, mesh.positions.col(v));
    if (colors.cols() > 0) {
      text += ' ';
      append_numbers(text, colors.col(v));
    }
    text += '\n';
  }
  append_triangle_lines(text, mesh.triangles);
  return text;
}

std::string binary_ply(const TriangleMesh& mesh, const Eigen::Matrix3Xi& colors,
                       std::endian order) {
  const bool big = order == std::endian::big;
  std::string bytes =
      header_of(mesh, colors.cols() > 0, big ? "binary_big_endian" : "binary_little_endian");
  for (int v = 0; v < mesh.vertex_count(); ++v) {
    for (const double value : mesh.positions.col(v)) append_bytes(bytes, value, order);
    if (colors.cols() == 0) continue;
    for (const int value : colors.col(v)) {
      append_bytes(bytes, static_cast<std::uint8_t>(value), order);
    }
  }
  for (const auto& triangle : mesh.triangles.colwise()) {
    append_bytes(bytes, std::uint8_t{3}, order);
    for (const int vertex : triangle) append_bytes(bytes, std::int32_t{vertex}, order);
  }
  return bytes;
}

}  // namespace

MeshFile read_ply(const FileBytes& file) { return PlyReader(file).read(); }

MeshFrame read_ply_frame(const FileBytes& file) { return PlyReader(file).read_frame(); }

std::string write_ply(const TriangleMesh& mesh, const Eigen::Matrix3Xf& colors, Encoding encoding) {
  const Eigen::Matrix3Xi bytes = to_bytes(colors);
  if (encoding == Encoding::text) return text_ply(mesh, bytes);
  const bool big = encoding == Encoding::binary_big_endian;
  return binary_ply(mesh, bytes, big ? std::endian::big : std::endian::little);
}

}  // namespace retake
