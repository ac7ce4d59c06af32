#include <array>
#include <bit>
#include <cmath>

#include "retake/mesh/byte_order.h"
#include "retake/mesh/file_bytes.h"
#include "retake/mesh/formats.h"
#include "retake/mesh/mesh_draft.h"
#include "retake/mesh/motion_formats.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

// Quake II's models: 17 int32 of counts and offsets; triangles as six uint16 (three vertices, three
// texture points), clockwise seen from outside; frames of a scale and an offset (3 float32 each), a
// name of 16 bytes, and four bytes for every vertex: x, y, z in steps of the scale, and the number
// of a normal. Little-endian.
constexpr auto md2_byte_order = std::endian::little;
constexpr std::uint64_t md2_header_size = 68;
constexpr std::uint64_t md2_triangle_size = 12;
constexpr std::uint64_t frame_header_size = 40;
constexpr std::uint64_t frame_name_offset = 24;
constexpr std::uint64_t vertex_size = 4;
constexpr std::int32_t md2_version = 8;

class Md2File {
 public:
  explicit Md2File(FileBytes file) : file_(std::move(file)) {
    require(file_.bytes.size() >= md2_header_size, 0, "the file ends within its header",
            std::to_string(md2_header_size) + " bytes", std::to_string(file_.bytes.size()));
    require(file_.bytes.starts_with("IDP2") && integer(4) == md2_version, 0, "not an MD2 file",
            "IDP2, version 8", "");
    frame_size_ = count_at(16, "bytes in a frame");
    vertex_count = count_at(24, "number of vertices");
    triangle_count = count_at(32, "number of triangles");
    frame_count = count_at(40, "number of frames");
    require(size(frame_size_) >= frame_header_size + vertex_size * size(vertex_count), 16,
            "a frame is too small for its vertices",
            std::to_string(frame_header_size + vertex_size * size(vertex_count)) + " bytes",
            std::to_string(frame_size_));
    triangles_ = block_at(52, size(triangle_count) * md2_triangle_size, "triangles");
    frames_ = block_at(56, size(frame_count) * size(frame_size_), "frames");
  }

  std::array<std::int64_t, 3> triangle(int index) const {
    const auto corner = [&](std::uint64_t k) {
      const std::uint64_t at = triangles_ + md2_triangle_size * size(index) + 2 * k;
      return std::int64_t{from_bytes<std::uint16_t>(file_.bytes.data() + at, md2_byte_order)};
    };
    return {corner(0), corner(2), corner(1)};  // counter-clockwise, as everywhere else here
  }

  Eigen::Matrix3Xf frame(int index) const {
    const char* at = file_.bytes.data() + frames_ + size(frame_size_) * size(index);
    Eigen::Array3f scale, offset;
    for (int k = 0; k < 3; ++k) {
      scale[k] = from_bytes<float>(at + 4 * k, md2_byte_order);
      offset[k] = from_bytes<float>(at + 12 + 4 * k, md2_byte_order);
    }
    require(scale.isFinite().all() && offset.isFinite().all(), size(at - file_.bytes.data()),
            "scale or offset of frame " + std::to_string(index) + " is not finite", "", "");
    Eigen::Matrix3Xf positions(3, vertex_count);
    for (int v = 0; v < vertex_count; ++v) {
      for (int k = 0; k < 3; ++k) {
        const auto step =
            static_cast<unsigned char>(at[frame_header_size + vertex_size * size(v) + size(k)]);
        positions(k, v) = static_cast<float>(step) * scale[k] + offset[k];
      }
    }
    return positions;
  }

  // "stand" of "stand01": what an artist calls the clip.
  std::string clip_of(int index) const {
    const std::uint64_t at = frames_ + size(frame_size_) * size(index) + frame_name_offset;
    std::string name = file_.bytes.substr(at, 16).c_str();
    while (!name.empty() && name.back() >= '0' && name.back() <= '9') name.pop_back();
    return name;
  }

  const std::filesystem::path& path() const { return file_.path; }

  int vertex_count = 0, triangle_count = 0, frame_count = 0;

 private:
  template <class Integer>
  static std::uint64_t size(Integer value) {
    return static_cast<std::uint64_t>(value);
  }

  std::int32_t integer(std::uint64_t offset) const {
    return from_bytes<std::int32_t>(file_.bytes.data() + offset, md2_byte_order);
  }

  void require(bool holds, std::uint64_t byte, std::string what, std::string expected,
               std::string found) const {
    if (holds) return;
    throw InputError({.what = std::move(what),
                      .where = file_.path.string() + ", byte " + std::to_string(byte),
                      .expected = std::move(expected),
                      .found = std::move(found)});
  }

  int count_at(std::uint64_t offset, const std::string& what) const {
    const std::int32_t count = integer(offset);
    require(count > 0 && size(count) <= file_.bytes.size(), offset, "impossible " + what,
            "1 to what a file of " + std::to_string(file_.bytes.size()) + " bytes can hold",
            std::to_string(count));
    return count;
  }

  // Where a block begins that must lie within the file.
  std::uint64_t block_at(std::uint64_t offset, std::uint64_t bytes, const std::string& what) const {
    const std::int32_t begin = integer(offset);
    const std::uint64_t end = size(std::max(begin, 0)) + bytes;
    require(begin >= 0 && end <= file_.bytes.size(), offset,
            "the " + what + " reach past the file's end",
            "at most " + std::to_string(file_.bytes.size()) + " bytes", std::to_string(end));
    return size(begin);
  }

  FileBytes file_;
  int frame_size_ = 0;                        // bytes
  std::uint64_t triangles_ = 0, frames_ = 0;  // bytes from the file's begin
};

class Md2Source : public MotionReader::Source {
 public:
  Md2Source(const std::filesystem::path& path, const MotionReadOptions& options)
      : file_(read_file(path)) {
    info = {.point_count = file_.vertex_count,
            .frame_count = file_.frame_count,
            .fps = options.fps,
            .fps_is_known = false};
  }

  Eigen::Matrix3Xf frame(int index) const override { return file_.frame(index); }

 private:
  Md2File file_;
};

// "stand 0-39, run 40-45": where an artist finds each clip.
std::string clips_of(const Md2File& file) {
  std::string text;
  int begin = 0;
  for (int i = 1; i <= file.frame_count; ++i) {
    if (i < file.frame_count && file.clip_of(i) == file.clip_of(begin)) continue;
    text += (text.empty() ? "" : ", ") + file.clip_of(begin) + " " + std::to_string(begin) + "-" +
            std::to_string(i - 1);
    begin = i;
  }
  return text;
}

}  // namespace

MeshFile read_md2(const FileBytes& bytes) {
  const Md2File file(bytes);
  MeshDraft draft(bytes.path);
  const Eigen::Matrix3Xf rest = file.frame(0);
  for (const auto& x : rest.colwise()) draft.add_vertex(x.cast<double>());
  for (int t = 0; t < file.triangle_count; ++t) draft.add_cell(CellKind::polygon, file.triangle(t));
  draft.note("the shape of frame 0 of " + std::to_string(file.frame_count) +
             "; clips: " + clips_of(file));
  return draft.finish("MD2");
}

SourcePointer open_md2(const std::filesystem::path& path, const MotionReadOptions& options) {
  return std::make_unique<Md2Source>(path, options);
}

}  // namespace retake
