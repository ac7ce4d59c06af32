#pragma once
#include <memory>
#include <string>
#include <vector>

#include "apps/server/engine/state_folder.h"
#include "retake/shot/document.h"
#include "retake/shot/evaluation.h"
#include "retake/shot/import_shot.h"

namespace retake::server {

// What a person says about files that are imported; what is not said is guessed.
struct ImportChoices {
  std::optional<UpAxis> up = {};
  std::optional<double> meters_per_unit = {}, fps = {}, start_frame = {};
  BodyChoice body = BodyChoice::automatic;

  bool operator==(const ImportChoices&) const = default;
};

// What to open, as the page asks for it.
struct OpenRequest {
  std::string scene;           // or
  std::filesystem::path file;  // a shot, a mesh, or an unsaved shot of the state folder
  std::vector<std::filesystem::path> beside = {};  // of a mesh: its cache, or further poses
  bool recover = false;                            // take up what a process that died has left
  ImportChoices choices = {};                      // of a mesh
  std::filesystem::path brought = {};              // a folder that goes away once it is imported

  bool operator==(const OpenRequest&) const = default;
};

// The shot under the hands of a person. Document and evaluation belong to the engine's thread.
struct OpenShot {
  Document document;
  Evaluation evaluation;
  double size = 1;                              // m, box diagonal of the rest shape
  std::string source_file;                      // what the motion was read from, if anything
  std::unique_ptr<UnsavedFolder> unsaved = {};  // where the shot lies while it has no file
  Notes notes = {};                             // what was assumed or put right in its files

  const Body& body() const { return evaluation.stage().body; }
  // Empty: none that the person has chosen.
  std::filesystem::path file() const { return unsaved ? "" : document.file(); }
};

ImportRequest import_request(std::vector<std::filesystem::path> files,
                             const ImportChoices& choices);

// Builds or reads the shot and makes its motion: takes seconds.
std::unique_ptr<OpenShot> open_shot(const OpenRequest& request, const SceneOpener& open_scene,
                                    const StateFolder& state, Progress& progress);

// Says where it is to a Progress between the steps of something that knows none.
SceneOpener with_progress(const SceneOpener& open_scene, Progress& progress);

}  // namespace retake::server
