#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "retake/shot/json_fields.h"

namespace retake::server {

// A folder for a shot that has no file of its own yet (`shot.json` and its journal). Locked while
// it is in use; goes away with the object where nothing was edited, or put aside.
class UnsavedFolder {
 public:
  // Throws InputError if another process has it.
  explicit UnsavedFolder(std::filesystem::path folder);
  ~UnsavedFolder();
  UnsavedFolder(const UnsavedFolder&) = delete;
  UnsavedFolder& operator=(const UnsavedFolder&) = delete;

  std::filesystem::path shot() const { return folder_ / "shot.json"; }
  void remove();  // the shot has a file of its own now

  // The mark of a folder whose program ended in good order, with edits left.
  static std::filesystem::path ended_in(const std::filesystem::path& folder) {
    return folder / "ended";
  }

 private:
  std::filesystem::path ended() const { return ended_in(folder_); }

  std::filesystem::path folder_;
  int lock_ = -1;
};

// What the program remembers from one start to the next: preferences, recent files, and shots that
// were never saved. Files are written whole or not at all; what cannot be read counts as absent.
class StateFolder {
 public:
  explicit StateFolder(std::filesystem::path folder);

  Json preferences() const;
  void keep_preferences(const Json& values) const;

  struct Recent {
    std::filesystem::path file;
    std::string name;
    std::int64_t time = 0;  // seconds since 1970
  };
  std::vector<Recent> recent() const;  // newest first; files that are gone are left out
  void remember(const std::filesystem::path& file, const std::string& name) const;

  // Shots with edits that no process has open: of the unsaved folder, and recent files.
  struct Recovery {
    std::filesystem::path file;
    std::string name;
    std::int64_t time = 0;
    int edits = 0;
    bool ended = false;  // its program ended in good order; else it died
  };
  std::vector<Recovery> recovery() const;

  // An empty folder for a shot that begins as that scene or mesh. What earlier ones of the name
  // have left stays where it is.
  std::unique_ptr<UnsavedFolder> new_unsaved(const std::string& name) const;
  std::unique_ptr<UnsavedFolder> take_up(const std::filesystem::path& shot) const;
  // The newest that is left of the name; empty: none.
  std::filesystem::path left_of(const std::string& name) const;
  bool holds(const std::filesystem::path& file) const;

 private:
  std::filesystem::path unsaved() const { return folder_ / "unsaved"; }

  std::filesystem::path folder_;
};

}  // namespace retake::server
