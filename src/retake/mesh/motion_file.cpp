#include "retake/mesh/motion_file.h"

#include <cmath>

#include "retake/mesh/ascii_text.h"
#include "retake/mesh/byte_order.h"
#include "retake/mesh/motion_formats.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

enum class MotionFormat { pc2, mdd, md2, gltf, usda, obj_sequence, ply_sequence };

MotionFormat format_of(const std::filesystem::path& path) {
  const std::string ending = ending_of(path);
  if (ending == ".pc2") return MotionFormat::pc2;
  if (ending == ".mdd") return MotionFormat::mdd;
  if (ending == ".md2") return MotionFormat::md2;
  if (ending == ".glb" || ending == ".gltf") return MotionFormat::gltf;
  if (ending == ".usda") return MotionFormat::usda;
  if (ending == ".ply") return MotionFormat::ply_sequence;
  if (ending == ".obj" || ending.empty()) return MotionFormat::obj_sequence;
  throw InputError(
      {.what = "not a format of motions",
       .where = path.string(),
       .expected =
           ".pc2, .mdd, .glb, .gltf, .md2, .usda, or a folder or pattern of .obj or .ply files",
       .found = "'" + ending + "'"});
}

void check_fps(double fps) {
  if (fps > 0 && std::isfinite(fps)) return;
  throw InputError({.what = "impossible number of frames per second",
                    .expected = "more than 0",
                    .found = std::to_string(fps)});
}

SourcePointer open_source(const std::filesystem::path& path, const MotionReadOptions& options) {
  check_fps(options.fps);
  std::error_code none;
  if (std::filesystem::is_directory(path, none)) return open_mesh_sequence(path, options);
  switch (format_of(path)) {
    case MotionFormat::pc2:
      return open_pc2(path, options);
    case MotionFormat::mdd:
      return open_mdd(path);
    case MotionFormat::md2:
      return open_md2(path, options);
    case MotionFormat::gltf:
      return open_gltf(path, options);
    case MotionFormat::usda:
      throw InputError({.what = "motions are not read from this format",
                        .where = path.string(),
                        .expected = "a .pc2, .mdd, .md2 or glTF file, or OBJ or PLY files"});
    default:
      return open_mesh_sequence(path, options);
  }
}

void require_faces(const std::filesystem::path& path, const MotionWriteOptions& options) {
  if (options.triangles.cols() > 0) return;
  throw InputError({.what = "this format holds a mesh, and there are no faces to write",
                    .where = path.string(),
                    .advice = "Write a .pc2 or .mdd file instead"});
}

SinkPointer create_sink(const std::filesystem::path& path, int point_count,
                        const MotionWriteOptions& options) {
  check_fps(options.fps);
  switch (format_of(path)) {
    case MotionFormat::pc2:
      return create_pc2(path, point_count, options);
    case MotionFormat::mdd:
      return create_mdd(path, point_count, options);
    case MotionFormat::usda:
      require_faces(path, options);
      return create_usda(path, options);
    case MotionFormat::gltf:
      if (ending_of(path) == ".gltf") break;
      require_faces(path, options);
      return create_glb(path, point_count, options);
    case MotionFormat::obj_sequence:
      return create_obj_sequence(path, options);
    default:
      break;
  }
  throw InputError({.what = "motions are not written in this format",
                    .where = path.string(),
                    .expected = ".pc2, .mdd, .glb, .usda, or a folder or pattern of .obj files",
                    .found = "'" + ending_of(path) + "'"});
}

}  // namespace

Polygons faces_of(const MotionWriteOptions& options) {
  if (!options.polygons.sizes.empty()) return options.polygons;
  const Eigen::Matrix3Xi& triangles = options.triangles;
  return {std::vector<int>(static_cast<std::size_t>(triangles.cols()), 3),
          {triangles.data(), triangles.data() + triangles.size()}};
}

Eigen::Matrix3Xf frame_from_bytes(const std::string& bytes, std::endian order) {
  Eigen::Matrix3Xf frame(3, static_cast<Eigen::Index>(bytes.size() / 12));
  for (Eigen::Index i = 0; i < frame.size(); ++i) {
    frame.data()[i] = from_bytes<float>(bytes.data() + 4 * i, order);
  }
  return frame;
}

std::string frame_to_bytes(const Eigen::Matrix3Xf& frame, std::endian order) {
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(4 * frame.size()));
  for (const float value : frame.reshaped()) append_bytes(bytes, value, order);
  return bytes;
}

MotionReader::MotionReader(const std::filesystem::path& path, const MotionReadOptions& options)
    : source_(open_source(path, options)) {}
MotionReader::~MotionReader() = default;
MotionReader::MotionReader(MotionReader&&) noexcept = default;
MotionReader& MotionReader::operator=(MotionReader&&) noexcept = default;

const MotionInfo& MotionReader::info() const { return source_->info; }

Eigen::Matrix3Xf MotionReader::frame(int index) const {
  if (index < 0 || index >= info().frame_count) {
    throw InputError({.what = "no such frame",
                      .expected = "0 to " + std::to_string(info().frame_count - 1),
                      .found = std::to_string(index)});
  }
  return source_->frame(index);
}

MotionWriter::MotionWriter(const std::filesystem::path& path, int point_count,
                           const MotionWriteOptions& options)
    : point_count_(point_count), sink_(create_sink(path, point_count, options)) {}
MotionWriter::~MotionWriter() = default;
MotionWriter::MotionWriter(MotionWriter&&) noexcept = default;
MotionWriter& MotionWriter::operator=(MotionWriter&&) noexcept = default;

void MotionWriter::append(const Eigen::Matrix3Xf& frame) {
  if (frame.cols() != point_count_) {
    throw InputError({.what = "a frame with another number of points than the motion",
                      .expected = std::to_string(point_count_),
                      .found = std::to_string(frame.cols())});
  }
  sink_->append(frame);
}

MotionWriteReport MotionWriter::finish(Progress& progress) { return sink_->finish(progress); }

bool motion_exists(const std::filesystem::path& path) {
  if (format_of(path) == MotionFormat::obj_sequence) return obj_sequence_exists(path);
  std::error_code none;  // what is no regular file (/dev/stdout) is written, not replaced
  return std::filesystem::is_regular_file(path, none);
}

Motion read_motion(const std::filesystem::path& path, const MotionReadOptions& options) {
  const MotionReader reader(path, options);
  Motion motion = {reader.info().fps, reader.info().start_frame, {}};
  motion.frames.reserve(static_cast<std::size_t>(reader.info().frame_count));
  for (int i = 0; i < reader.info().frame_count; ++i) motion.frames.push_back(reader.frame(i));
  return motion;
}

void write_motion(const std::filesystem::path& path, const Motion& motion,
                  const Eigen::Matrix3Xi& triangles) {
  const int points = motion.frames.empty() ? 0 : static_cast<int>(motion.frames.front().cols());
  MotionWriter writer(path, points,
                      {.fps = motion.fps,
                       .start_frame = motion.start_frame,
                       .frame_count = motion.frame_count(),
                       .triangles = triangles});
  for (const auto& frame : motion.frames) writer.append(frame);
  writer.finish();
}

}  // namespace retake
