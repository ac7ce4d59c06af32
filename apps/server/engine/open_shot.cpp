#include "apps/server/engine/open_shot.h"

#include "retake/mesh/atomic_file.h"
#include "retake/mesh/bounding_box.h"
#include "retake/mesh/file_bytes.h"
#include "retake/modes/content_hash.h"
#include "retake/numerics/errors.h"
#include "retake/shot/import_shot.h"

namespace retake::server {

namespace {

namespace fs = std::filesystem;

// A shot that says which scene it is, and nothing else: the scene is built again when it is opened.
void write_scene_shot(const fs::path& file, const std::string& scene) {
  const Json json = {{"retake", 1}, {"name", scene}, {"scene", scene}};
  write_file(file, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

// The file that the motion comes from, as the shot names it.
std::string source_file_of(const fs::path& shot) {
  const Json json = parse_json(read_file(shot).bytes, shot.string());
  return json.contains("source") ? json["source"].value("file", "") : "";
}

// The mesh and what lies beside it.
ImportRequest import_of(const OpenRequest& request) {
  std::vector<fs::path> files = request.beside;
  files.insert(files.begin(), request.file);
  return import_request(std::move(files), request.choices);
}

// What was guessed about the files, and what is odd in them.
Notes notes_of(const ImportReport& report) {
  Notes notes = report.assumptions;
  for (const ImportFinding& finding : report.findings) {
    const Complaint& complaint = finding.complaint;
    notes.push_back(complaint.what + (complaint.found.empty() ? "" : ": " + complaint.found));
  }
  return notes;
}

// What the unsaved folders of a mesh are called: another mesh, or the same after it was changed, is
// called otherwise. Folders and large files are known by their time.
std::string name_for(const OpenRequest& request) {
  constexpr std::size_t longest = 40, digits = 12, large = 64 << 20;
  ContentHash hash;
  for (const fs::path& file : import_of(request).files) {
    std::error_code none;
    hash.add_text(file.string());
    if (fs::is_regular_file(file, none) && fs::file_size(file, none) < large) {
      hash.add_text(read_file(file).bytes);
    } else {
      hash.add_text(std::to_string(fs::last_write_time(file, none).time_since_epoch().count()));
    }
  }
  return request.file.stem().string().substr(0, longest) + "-" + hash.finish().substr(0, digits);
}

struct Place {
  fs::path file;
  std::unique_ptr<UnsavedFolder> unsaved = {};
  Notes notes = {};
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
Place place_of(const OpenRequest& request, const StateFolder& state, Progress& progress) {
  const fs::path& file = request.file;
  if (!request.scene.empty()) {
    return unsaved_place(request.scene, request.recover, state,
                         [&](const fs::path& shot) { write_scene_shot(shot, request.scene); });
  }
  if (state.holds(file)) return {file, state.take_up(file)};
  if (file.extension() == ".json") return {file};
  Notes notes;
  Place place = unsaved_place(name_for(request), request.recover, state, [&](const fs::path& shot) {
    notes =
        notes_of(import_to_file(import_of(request), shot, {.overwrite = true}, progress).report);
  });
  place.notes = std::move(notes);
  std::error_code none;
  if (!request.brought.empty()) fs::remove_all(request.brought, none);
  return place;
}

}  // namespace

ImportRequest import_request(std::vector<fs::path> files, const ImportChoices& choices) {
  ImportRequest import;
  import.files = std::move(files);
  import.up = choices.up;
  import.meters_per_unit = choices.meters_per_unit;
  import.fps = choices.fps;
  import.start_frame = choices.start_frame;
  import.body = choices.body;
  return import;
}

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
  PartOfProgress importing(progress, 0, 0.5), reading(progress, 0.5, 0.6), moving(progress, 0.6, 1);
  Place place = place_of(request, state, importing);
  Document document = Document::open(
      place.file, {.open_scene = with_progress(open_scene, reading), .recover = request.recover});
  Evaluation evaluation(document.shot(), make_evaluator, moving);
  place.notes.insert(place.notes.end(), document.notes().begin(), document.notes().end());
  const Points& rest = document.shot().body().rest_positions;
  const double size = bounding_box(rest).diagonal();
  return std::make_unique<OpenShot>(OpenShot{std::move(document), std::move(evaluation), size,
                                             source_file_of(place.file), std::move(place.unsaved),
                                             std::move(place.notes)});
}

}  // namespace retake::server
