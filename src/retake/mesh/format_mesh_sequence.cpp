#include "retake/mesh/ascii_text.h"
#include "retake/mesh/formats.h"
#include "retake/mesh/frame_files.h"
#include "retake/mesh/motion_formats.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

namespace fs = std::filesystem;

MeshFrame read_frame(const fs::path& file) {
  const FileBytes bytes = read_file(file);
  return ending_of(file) == ".ply" ? read_ply_frame(bytes) : read_obj_frame(bytes);
}

// A file a frame, all of the same vertices and faces.
class MeshSequenceSource : public MotionReader::Source {
 public:
  explicit MeshSequenceSource(const std::map<int, fs::path>& files) {
    for (const auto& [number, file] : files) files_.push_back(file);
    const MeshFrame first = read_frame(files_.front());
    face_count_ = first.face_count;
    faces_hash_ = first.faces_hash;
    info.point_count = static_cast<int>(first.positions.cols());
    info.frame_count = static_cast<int>(files_.size());
    info.start_frame = files.begin()->first;
    if (info.point_count > 0) return;
    throw InputError({.what = "a mesh without vertices", .where = files_.front().string()});
  }

  Eigen::Matrix3Xf frame(int index) const override {
    const fs::path& file = files_[static_cast<std::size_t>(index)];
    const MeshFrame read = read_frame(file);
    if (read.positions.cols() != info.point_count) {
      refuse(file, "a frame with another number of vertices than the first", info.point_count,
             static_cast<int>(read.positions.cols()));
    }
    if (read.face_count != face_count_) {
      refuse(file, "a frame with another number of faces than the first", face_count_,
             read.face_count);
    }
    if (read.faces_hash != faces_hash_) {
      throw InputError({.what = "a frame with other faces than the first",
                        .where = file.string(),
                        .expected = "the faces of " + files_.front().filename().string(),
                        .found = std::to_string(read.face_count) + " faces of other corners",
                        .advice = "Export the sequence from one mesh whose faces stay the same"});
    }
    if (!read.positions.allFinite()) {
      throw InputError({.what = "a position is not finite", .where = file.string()});
    }
    return read.positions.cast<float>();
  }

 private:
  [[noreturn]] static void refuse(const fs::path& file, const char* what, int expected, int found) {
    throw InputError({.what = what,
                      .where = file.string(),
                      .expected = std::to_string(expected),
                      .found = std::to_string(found)});
  }

  std::vector<fs::path> files_;
  int face_count_ = 0;
  std::uint64_t faces_hash_ = 0;
};

}  // namespace

SourcePointer open_mesh_sequence(const fs::path& path, const MotionReadOptions& options) {
  auto source = std::make_unique<MeshSequenceSource>(frame_files(path));
  source->info.fps = options.fps;
  source->info.fps_is_known = false;
  return source;
}

}  // namespace retake
