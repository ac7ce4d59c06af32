#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "apps/server/engine/client.h"
#include "retake/shot/shot.h"

namespace retake::server {

// What the welcome page offers.
struct SceneCard {
  std::string name;
  std::string blurb;
  int vertices = 0, frames = 0;  // 0: not known before it is built
};

struct EditorOptions {
  std::vector<SceneCard> scenes;
  SceneOpener open_scene;
  std::filesystem::path state_folder;          // recent files, preferences, unsaved scenes
  std::vector<std::filesystem::path> folders;  // that the person opened: files are found here
  std::string version;                         // of the program
  std::filesystem::path uploads = {};          // where files lie that a page brought; empty: none
};

// One shot under the hands of one person, perhaps in several tabs: takes their messages
// (docs/protocol.md), edits the document, and sends frames as the material answers. All work is
// done on threads of its own; every function here returns at once and may be called from any.
class Editor {
 public:
  explicit Editor(EditorOptions options);
  ~Editor();  // ends what is running; the journal keeps what was not saved

  int join(std::shared_ptr<Client> client);  // the tab's number
  void leave(int tab);
  void receive(int tab, std::string_view json);
  // A tab that could not take a frame can take one now.
  void ready();

  // As the page would ask for it. A scene starts fresh (the welcome page offers what was left of
  // it); a file comes with the changes that a program which died has left in its journal.
  void open_scene(const std::string& name);
  void open_file(const std::filesystem::path& file);
  // A mesh with its cache, or several poses: imported first.
  void open_files(const std::vector<std::filesystem::path>& files);

  // Saves what can be saved and says goodbye to all tabs; waits until it is done.
  void finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace retake::server
