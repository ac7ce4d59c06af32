#include "retake/shot/import_frames.h"

#include <cmath>
#include <memory>

#include "retake/mesh/mesh_file.h"
#include "retake/numerics/errors.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

const Points& positions_of(const MeshFile& file) {
  return file.tets ? file.tets->positions : file.triangles->positions;
}

bool have_same_elements(const MeshFile& a, const MeshFile& b) {
  if (a.tets && b.tets) {
    return a.tets->tets.cols() == b.tets->tets.cols() && a.tets->tets == b.tets->tets;
  }
  if (!a.triangles || !b.triangles || a.polygons.sizes.empty() != b.polygons.sizes.empty()) {
    return false;
  }
  if (!a.polygons.sizes.empty()) return a.polygons == b.polygons;  // split by each one's shape
  const auto& one = a.triangles->triangles;
  const auto& other = b.triangles->triangles;
  return one.cols() == other.cols() && one == other;
}

// Poses are few: all of them are kept.
std::shared_ptr<const std::vector<Eigen::Matrix3Xf>> read_poses(
    const std::vector<fs::path>& files) {
  const MeshFile first = read_mesh(files.front(), {.repair = false});
  auto poses = std::make_shared<std::vector<Eigen::Matrix3Xf>>();
  for (const fs::path& file : files) {
    const MeshFile pose = read_mesh(file, {.repair = false});
    if (positions_of(pose).cols() != positions_of(first).cols()) {
      throw InputError({.what = "a pose with another number of vertices than the first",
                        .where = file.string(),
                        .expected = std::to_string(positions_of(first).cols()) + " as in " +
                                    files.front().filename().string(),
                        .found = std::to_string(positions_of(pose).cols())});
    }
    if (!have_same_elements(first, pose)) {
      throw InputError({.what = "a pose with other faces than the first",
                        .where = file.string(),
                        .expected = "the faces of " + files.front().filename().string(),
                        .advice = "Poses of one import are shapes of the same mesh"});
    }
    poses->push_back(positions_of(pose).cast<float>());
  }
  return poses;
}

}  // namespace

ImportFrames open_import_frames(const ImportFiles& files, const ImportFrameOptions& options) {
  ImportFrames frames;
  frames.info.fps = options.reading.fps;
  frames.info.fps_is_known = false;
  if (!files.poses.empty()) {
    const auto poses = read_poses(files.poses);
    const int half_second = std::max(1, static_cast<int>(std::lround(options.reading.fps / 2)));
    frames.hold = options.hold > 0 ? options.hold : half_second;
    frames.info.point_count = static_cast<int>(poses->front().cols());
    frames.info.frame_count = frames.hold * static_cast<int>(poses->size());
    frames.frame = [poses, hold = frames.hold](int index) {
      return poses->at(static_cast<std::size_t>(index / hold));
    };
  } else if (!files.motion.empty()) {
    const auto reader = std::make_shared<const MotionReader>(files.motion, options.reading);
    frames.info = reader->info();
    frames.frame = [reader](int index) { return reader->frame(index); };
  }
  return frames;
}

}  // namespace retake
