#include <cmath>

#include "retake/mesh/formats.h"
#include "retake/mesh/gltf_clips.h"
#include "retake/mesh/gltf_scene.h"
#include "retake/mesh/mesh_draft.h"
#include "retake/mesh/motion_formats.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

std::string clip_names(const GltfScene& scene) {
  std::string names;
  for (const GltfClip& clip : scene.clips())
    names += (names.empty() ? "'" : ", '") + clip.name + "'";
  return names;
}

// By name or number; the first one where none is asked for.
const GltfClip& choose_clip(const GltfScene& scene, const std::filesystem::path& path,
                            const std::string& wanted) {
  if (scene.clips().empty()) {
    throw InputError({.what = "the file holds no animation", .where = path.string()});
  }
  if (wanted.empty()) return scene.clips().front();
  for (std::size_t i = 0; i < scene.clips().size(); ++i) {
    if (scene.clips()[i].name == wanted || std::to_string(i) == wanted) return scene.clips()[i];
  }
  throw InputError({.what = "no such clip",
                    .where = path.string(),
                    .expected = clip_names(scene),
                    .found = "'" + wanted + "'"});
}

// Skins and morph targets, baked frame by frame.
class GltfSource : public MotionReader::Source {
 public:
  GltfSource(const std::filesystem::path& path, const MotionReadOptions& options)
      : scene_(GltfFile(read_file(path))), clip_(choose_clip(scene_, path, options.clip)) {
    constexpr double most_frames = 1e5;
    const double frames = std::round(clip_.duration * options.fps) + 1;
    if (!(frames <= most_frames)) {
      throw InputError({.what = "the clip '" + clip_.name + "' has too many frames",
                        .where = path.string(),
                        .expected = "at most 100000",
                        .found = std::to_string(frames)});
    }
    info = {.point_count = scene_.vertex_count(),
            .frame_count = static_cast<int>(frames),
            .fps = options.fps,
            .fps_is_known = false};
  }

  Eigen::Matrix3Xf frame(int index) const override {
    return scene_.positions(&clip_, index / info.fps);
  }

 private:
  GltfScene scene_;
  const GltfClip& clip_;
};

}  // namespace

std::vector<std::string> gltf_clips(const std::filesystem::path& path) {
  const GltfScene scene{GltfFile(read_file(path))};
  std::vector<std::string> names;
  for (const GltfClip& clip : scene.clips()) {
    names.push_back(clip.name.empty() ? std::to_string(names.size()) : clip.name);
  }
  return names;
}

MeshFile read_gltf(const FileBytes& bytes) {
  const GltfScene scene{GltfFile(bytes)};
  MeshDraft draft(bytes.path);
  const Eigen::Matrix3Xf rest = scene.positions(nullptr, 0);
  for (const auto& x : rest.colwise()) draft.add_vertex(x.cast<double>());
  for (const auto& corners : scene.triangles().colwise()) {
    const std::array<std::int64_t, 3> triangle = {corners[0], corners[1], corners[2]};
    draft.add_cell(CellKind::polygon, triangle);
  }
  for (const std::string& note : scene.notes()) draft.note(note);
  if (scene.mesh_count() > 1) draft.note(std::to_string(scene.mesh_count()) + " meshes as one");
  if (!scene.clips().empty()) draft.note("clips: " + clip_names(scene));
  return draft.finish(bytes.bytes.starts_with("glTF") ? "glTF 2.0, binary" : "glTF 2.0");
}

SourcePointer open_gltf(const std::filesystem::path& path, const MotionReadOptions& options) {
  return std::make_unique<GltfSource>(path, options);
}

}  // namespace retake
