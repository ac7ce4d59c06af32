#pragma once
#include <filesystem>
#include <functional>
#include <optional>

#include "retake/elasticity/body_file.h"
#include "retake/shot/edit_log.h"
#include "retake/shot/journal.h"

namespace retake {

// A shot under the hands of somebody: every change is an edit that can be undone, is in the journal
// as soon as it is done, and is not lost when the process dies. The file changes when it is saved.
class Document {
 public:
  struct OpenOptions {
    SceneOpener open_scene;  // for files with "scene" in place of a body
    bool recover = true;     // false: a journal that is found is put aside
  };
  // Opens a shot file, with the edits that a process which died has left in its journal.
  static Document open(const std::filesystem::path& json_file, const OpenOptions& options);
  static Document open(const std::filesystem::path& json_file) { return open(json_file, {}); }
  // A shot that has no file yet: no journal before save_as().
  explicit Document(Shot shot);

  // What was found beside the file.
  struct Recovery {
    int edits = 0;     // that were done again
    std::string note;  // what was lost or put aside, and why; empty if nothing was
  };
  const Recovery& recovery() const { return recovery_; }
  // What was put right in the files that it was read from.
  const Notes& notes() const { return notes_; }

  const Shot& shot() const { return shot_; }
  const std::filesystem::path& file() const { return file_; }  // empty: none yet
  bool has_changes() const { return log_.state() != saved_state_; }

  // Ids for new layers, wishes and displacements; numbers for drags.
  int new_id() { return ++last_id_; }
  int new_drag() { return ++last_drag_; }
  // Of the shot as it is now: the same again after undo and redo.
  int state() const { return log_.state(); }

  // What the shot cannot take (InputError) or the journal cannot keep (FileError) is not done.
  void apply(const Edit& edit);
  void undo();
  void redo();
  // As many undos or redos as lead to that state of the history, or none of them.
  void go_to(int state);

  // A hand takes hold; the number of its drag.
  int begin_drag();
  // The hand has let go: all since then, or the moves so far, are one step, safe on the disk.
  void end_drag();
  // All is as it was when the hand took hold, and no step.
  void cancel_drag();

  // For menus: "Move handle"; empty: nothing.
  std::string undo_title() const;
  std::string redo_title() const;
  const EditLog& log() const { return log_; }

  // Saves layers, name, and poses that were edited; all else in the file stays as it is. Throws
  // InputError for a document without a file, and where another program has changed the file in the
  // meantime.
  void save();
  // Writes the whole shot with its data files; the document goes on with that file.
  void save_as(const std::filesystem::path& json_file);
  // Forgets the journal: what is not saved is gone when the document is.
  void abandon_changes();

 private:
  Document() = default;
  void recover();
  void put_journal_aside();
  void replay_all(Journal::Resumed found);
  Journal& journal();  // begins with the first edit, so that looking at a shot leaves no trace
  void append(JournalEntry::Kind kind, const Edit& edit);
  void record(JournalEntry::Kind kind, const Edit& edit);
  using Step = std::function<void(JournalEntry::Kind, const Edit&)>;
  void walk_to(int position, const Step& step);
  void finish_save(const std::string& hash);
  void note_saved_source();

  Shot shot_;
  std::filesystem::path file_;
  std::string file_hash_;  // of the JSON file as it was read or saved last
  EditLog log_;
  std::optional<Journal> journal_;  // from the first edit on
  Recovery recovery_;
  Notes notes_;
  int saved_state_ = 0;
  const SourceKind* saved_source_ = nullptr;  // as the file has it, and its poses
  std::shared_ptr<const PoseSource> saved_poses_;
  int last_id_ = 0, last_drag_ = 0;
  bool drag_is_noted_ = false;  // in the journal
};

}  // namespace retake
