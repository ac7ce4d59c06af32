#include "retake/shot/journal.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "retake/mesh/file_bytes.h"
#include "retake/numerics/errors.h"
#include "retake/shot/edit_json.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

constexpr int journal_version = 1;
// Both in the order of Kind, edits first.
const std::vector<std::string> entry_keys = {"do", "undo", "redo"};
const std::vector<std::string> drag_words = {"begin", "end", "cancel"};

[[noreturn]] void fail(const std::string& what, const fs::path& file) {
  throw FileError({.what = what + ": " + std::strerror(errno),
                   .where = file.string(),
                   .advice = "Make room, or save a copy where you may write"});
}

// Names need not be valid UTF-8; JSON must be.
std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// NAME.journal.old, or the first of .old.2, .old.3 ... that nobody has: what was put aside before
// is not lost.
fs::path free_name_beside(const fs::path& file) {
  fs::path aside = file;
  aside += ".old";
  const fs::path first = aside;
  for (int number = 2; fs::exists(aside); ++number) {
    aside = first;
    aside += '.';
    aside += std::to_string(number);
  }
  return aside;
}

std::string copied_aside(const fs::path& file) {
  const fs::path aside = free_name_beside(file);
  std::error_code refused;
  if (!fs::copy_file(file, aside, refused)) {
    throw FileError(
        {.what = "a journal that cannot be read whole cannot be put aside: " + refused.message(),
         .where = aside.string(),
         .advice = "Make room, or move the journal away"});
  }
  return aside.filename().string();
}

// Why a line cannot be read: what it has, and what would be known.
std::string reason(Complaint complaint, const std::string& line) {
  if (complaint.where.empty()) complaint.where = line;
  complaint.advice.clear();
  std::string sentence = to_sentence(complaint);
  sentence.pop_back();  // more may follow
  return sentence;
}

// What has been read of a journal, line by line.
struct Reading {
  const LayerReading& layers;
  const std::string& shot_hash;
  std::vector<JournalEntry> entries;
  bool belongs = false;

  // Entries before the save that the shot is from are in the shot.
  void start_from(const std::string& hash) {
    belongs = hash == shot_hash;
    entries.clear();
  }

  void take_header(const Json& json, const std::string& where) {
    JsonFields fields(json, where);
    int version = 0;
    fields.read("retake_journal", version);
    if (version != journal_version) throw InputError({.what = "not a journal of this version"});
    start_from(fields.required_text("shot"));
    fields.finish();
  }

  void take_entry(const Json& json, const std::string& where) {
    JsonFields fields(json, where);
    if (fields.has("saving")) {
      if (fields.required_text("saving") == shot_hash) start_from(shot_hash);
      return;
    }
    if (fields.has("drag")) {
      const int word = fields.read_choice("drag", drag_words, 0);
      const auto first = static_cast<int>(JournalEntry::Kind::drag_begun);
      entries.push_back({static_cast<JournalEntry::Kind>(first + word)});
    }
    for (std::size_t kind = 0; kind < entry_keys.size(); ++kind) {
      if (!fields.has(entry_keys[kind])) continue;
      entries.push_back({static_cast<JournalEntry::Kind>(kind),
                         read_edit(fields.object(entry_keys[kind]), layers)});
    }
    fields.finish();
  }
};

}  // namespace

Journal::Journal(const fs::path& file, const std::string& shot_hash) : file_(file) {
  open();
  try {
    restart(shot_hash);
  } catch (...) {
    close();
    throw;
  }
}

Journal::~Journal() {
  if (descriptor_ < 0) return;
  if (length_ <= header_length_) remove();
  close();
}

void Journal::close() { ::close(std::exchange(descriptor_, -1)); }

Journal::Journal(Journal&& other) noexcept
    : file_(std::move(other.file_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      length_(other.length_),
      header_length_(other.header_length_) {}

Journal& Journal::operator=(Journal&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(length_, other.length_);
  std::swap(header_length_, other.header_length_);
  return *this;
}

void Journal::open() {
  descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (descriptor_ < 0) fail("the journal of edits cannot be opened", file_);
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  close();
  throw InputError({.what = "the shot is being edited by another process",
                    .where = file_.string(),
                    .advice = "Close it there, or save a copy under another name"});
}

std::optional<Journal::Resumed> Journal::resume(const fs::path& file, const std::string& shot_hash,
                                                const LayerReading& reading) {
  if (!fs::exists(file)) return std::nullopt;
  Resumed resumed;
  resumed.journal.file_ = file;
  resumed.journal.open();
  const std::string text = read_file(file).bytes;
  Reading read = {.layers = reading, .shot_hash = shot_hash};
  std::size_t begin = 0;
  for (int line = 1; begin < text.size(); ++line) {
    const std::string where = file.string() + ", line " + std::to_string(line);
    const std::size_t end = text.find('\n', begin);
    try {
      if (end == std::string::npos) throw InputError({.what = "the line was torn off"});
      const Json json = parse_json(text.substr(begin, end - begin), where);
      line == 1 ? read.take_header(json, where) : read.take_entry(json, where);
    } catch (const Error& error) {
      resumed.note = reason(error.complaint(), where);
      const bool is_all_that_is_lost = end == std::string::npos;
      // One of another save is put aside by whoever asked.
      if (!is_all_that_is_lost && read.belongs) {
        resumed.note += "; the edits after it are in " + copied_aside(file);
      }
      break;
    }
    begin = end + 1;
    if (line == 1) resumed.journal.header_length_ = begin;
  }
  resumed.belongs = read.belongs;
  resumed.entries = std::move(read.entries);
  resumed.journal.length_ = begin;
  return resumed;
}

void Journal::append_line(const std::string& line) {
  // Where the last line was torn off, this one takes its place.
  if (::ftruncate(descriptor_, static_cast<off_t>(length_)) != 0) {
    fail("the journal of edits cannot be written", file_);
  }
  std::size_t written = 0;
  while (written < line.size()) {
    const ssize_t count = ::pwrite(descriptor_, line.data() + written, line.size() - written,
                                   static_cast<off_t>(length_ + written));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("the journal of edits cannot be written", file_);
    written += static_cast<std::size_t>(count);
  }
  length_ += line.size();
}

void Journal::append(const JournalEntry& entry) {
  const auto kind = static_cast<std::size_t>(entry.kind);
  append_line(line_of(kind < entry_keys.size()
                          ? Json{{entry_keys[kind], to_json(entry.edit)}}
                          : Json{{"drag", drag_words.at(kind - entry_keys.size())}}));
}

void Journal::sync() const {
  if (::fdatasync(descriptor_) != 0) fail("the journal of edits cannot be written", file_);
}

void Journal::cut_back(std::uint64_t length) noexcept {
  length_ = length;
  // Where even that is refused, the next line takes its place.
  static_cast<void>(::ftruncate(descriptor_, static_cast<off_t>(length)) == 0);
}

void Journal::announce_save(const std::string& shot_hash) {
  append_line(line_of({{"saving", shot_hash}}));
  sync();
}

void Journal::restart(const std::string& shot_hash) {
  length_ = 0;
  append_line(line_of({{"retake_journal", journal_version}, {"shot", shot_hash}}));
  header_length_ = length_;
  sync();
}

void Journal::remove() {
  std::error_code ignored;
  fs::remove(file_, ignored);
}

std::string Journal::set_aside() {
  const fs::path aside = free_name_beside(file_);
  std::error_code ignored;
  fs::rename(file_, aside, ignored);
  close();
  return aside.filename().string();
}

fs::path journal_of(const fs::path& json_file) {
  fs::path file = json_file;
  return file.replace_extension(".journal");
}

}  // namespace retake
