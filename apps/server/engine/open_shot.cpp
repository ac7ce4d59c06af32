#include "apps/server/engine/open_shot.h"

#include "retake/elasticity/body_file.h"
#include "retake/mesh/atomic_file.h"
#include "retake/mesh/file_bytes.h"
#include "retake/modes/content_hash.h"
#include "retake/numerics/errors.h"

namespace retake::server {

namespace {

namespace fs = std::filesystem;

constexpr Stillness still_mesh = {.frames = 120,
                                  .fps = 24};  // for edits of a mesh without a motion

// A shot that says which scene it is, and nothing else: the scene is built again when it is opened.
void write_scene_shot(const fs::path& file, const std::string& scene) {
  const Json json = {{"retake", 1}, {"name", scene}, {"scene", scene}};
  write_file(file, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void write_mesh_shot(const fs::path& file, const fs::path& mesh) {
  Shot shot;
  shot.setup.body = read_body(mesh);
  shot.name = mesh.stem().string();
  shot.still = still_mesh;
  const Points& rest = shot.setup.body.rest_positions;
  const Vec3 low = rest.rowwise().minCoeff(), high = rest.rowwise().maxCoeff();
  shot.view.target = (low + high) / 2;
  shot.view.eye = shot.view.target + Vec3(0.6, 0.45, 0.9) * (high - low).norm() * 1.6;
  write_shot(shot, file);
}

// The file that the motion comes from, as the shot names it.
std::string source_file_of(const fs::path& shot) {
  const Json json = parse_json(read_file(shot).bytes, shot.string());
  return json.contains("source") ? json["source"].value("file", "") : "";
}

// What the unsaved folders of a mesh are called: another mesh, or the same after it was changed, is
// called otherwise.
std::string name_for(const fs::path& mesh) {
  constexpr std::size_t longest = 40, digits = 12;
  ContentHash hash;
  hash.add_text(mesh.string());
  hash.add_text(read_file(mesh).bytes);
  return mesh.stem().string().substr(0, longest) + "-" + hash.finish().substr(0, digits);
}

struct Place {
  fs::path file;
  std::unique_ptr<UnsavedFolder> unsaved = {};
};

// A shot without a file of its own: what was left of that name where it is wanted, or a new one.
template <class Write>
Place unsaved_place(const std::string& name, bool recover, const StateFolder& state,
                    const Write& write) {
  const fs::path left = recover ? state.left_of(name) : "";
  if (!left.empty()) return {left, state.take_up(left)};
  auto unsaved = state.new_unsaved(name);
  write(unsaved->shot());
  return {unsaved->shot(), std::move(unsaved)};
}

// Where the shot lies, brought there where need be.
Place place_of(const OpenRequest& request, const StateFolder& state) {
  const fs::path& file = request.file;
  if (!request.scene.empty()) {
    return unsaved_place(request.scene, request.recover, state,
                         [&](const fs::path& shot) { write_scene_shot(shot, request.scene); });
  }
  if (state.holds(file)) return {file, state.take_up(file)};
  if (file.extension() == ".json") return {file};
  return unsaved_place(name_for(file), request.recover, state,
                       [&](const fs::path& shot) { write_mesh_shot(shot, file); });
}

}  // namespace

SceneOpener with_progress(const SceneOpener& open_scene, Progress& progress) {
  return [&](const std::string& name) {
    progress.update("building " + name, 0);
    Shot shot = open_scene(name);
    progress.update("building " + name, 1);
    return shot;
  };
}

std::unique_ptr<OpenShot> open_shot(const OpenRequest& request, const SceneOpener& open_scene,
                                    const StateFolder& state, Progress& progress) {
  PartOfProgress reading(progress, 0, 0.15), moving(progress, 0.15, 1);
  Place place = place_of(request, state);
  Document document = Document::open(
      place.file, {.open_scene = with_progress(open_scene, reading), .recover = request.recover});
  Evaluation evaluation(document.shot(), make_evaluator, moving);
  const Points& rest = document.shot().setup.body.rest_positions;
  const double size = (rest.rowwise().maxCoeff() - rest.rowwise().minCoeff()).norm();
  return std::make_unique<OpenShot>(OpenShot{std::move(document), std::move(evaluation), size,
                                             source_file_of(place.file), std::move(place.unsaved)});
}

}  // namespace retake::server
