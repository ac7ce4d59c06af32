#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "retake/shot/edit.h"
#include "retake/shot/wish_json.h"

namespace retake {

struct JournalEntry {
  // Undone, redone: `edit` is what that did to the shot. The others have none.
  enum class Kind { done, undone, redone, drag_begun, drag_ended, drag_cancelled };
  Kind kind = Kind::done;
  Edit edit = {};

  bool has_edit() const { return kind <= Kind::redone; }
};

// Edits since the last save, in a file beside the shot (NAME.journal): a line of JSON each, written
// as they happen, after a first line with the hash of the saved shot that they start from. Locked:
// no two processes edit one shot. A journal without edits goes away
// with its object. Throws FileError where the system refuses.
class Journal {
 public:
  // For edits to the shot file with that hash. Throws InputError if another process has it.
  Journal(const std::filesystem::path& file, const std::string& shot_hash);
  ~Journal();
  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&& other) noexcept;

  // Takes over a journal that was left behind; nothing where there is none. It ends where reading
  // ended: a last line that was torn off is cut. Where more than that cannot be read, a copy of the
  // whole file is put aside first.
  struct Resumed;
  static std::optional<Resumed> resume(const std::filesystem::path& file,
                                       const std::string& shot_hash, const LayerReading& reading);

  // Survives the process from now on; with sync(), the machine too.
  void append(const JournalEntry& entry);
  void sync() const;
  // Takes back what was appended since it had that length.
  std::uint64_t length() const { return length_; }
  void cut_back(std::uint64_t length) noexcept;

  // Around a save: before it is published, and after. In between, both shots are complete.
  void announce_save(const std::string& shot_hash);
  void restart(const std::string& shot_hash);

  void remove();  // the file
  // Renames it to NAME.journal.old (.old.2 and so on where there is one) and lets go of it. The
  // name that it got.
  std::string set_aside();

 private:
  Journal() = default;
  void open();
  void close();
  void append_line(const std::string& line);

  std::filesystem::path file_;
  int descriptor_ = -1;
  std::uint64_t length_ = 0, header_length_ = 0;
};

struct Journal::Resumed {
  Journal journal;
  std::vector<JournalEntry> entries;
  bool belongs = false;  // false: to another save of the shot
  std::string note;      // what could not be read; empty if all is well
};

std::filesystem::path journal_of(const std::filesystem::path& json_file);

}  // namespace retake
