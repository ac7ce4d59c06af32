#include "apps/server/engine/state_folder.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/file.h>
#include <unistd.h>

#include "retake/mesh/atomic_file.h"
#include "retake/mesh/file_bytes.h"
#include "retake/numerics/errors.h"
#include "retake/shot/journal.h"

namespace retake::server {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_recent = 24;

// A name as the beginning of a file name.
std::string plain(const std::string& name) {
  std::string text;
  for (const char letter : name) {
    const bool simple = std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '-';
    text += simple ? letter : '_';
  }
  return text.empty() ? "shot" : text.substr(0, 60);
}

Json read_json(const fs::path& file) {
  try {
    return parse_json(read_file(file).bytes, file.string());
  } catch (const Error&) {
    return {};
  }
}

void write_json(const fs::path& file, const Json& json) {
  write_file(file, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::int64_t seconds_of(const fs::path& file) {
  std::error_code none;
  const auto written = fs::last_write_time(file, none);
  const auto ago = fs::file_time_type::clock::now() - written;
  const auto time = std::chrono::system_clock::now() - ago;
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

// Whether a process has it locked right now.
bool is_locked(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool locked = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0;
  ::close(descriptor);
  return locked;
}

// Steps in the lines of a journal, as people count: a drag is one, and none where it was cancelled.
// What cannot be read is not nothing.
int edits_in(const fs::path& journal) {
  std::error_code none;
  if (!fs::exists(journal, none)) return 0;
  try {
    const std::string text = read_file(journal).bytes;
    int edits = 0, before_drag = 0;
    bool dragging = false;
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) {
      const std::string_view line = std::string_view(text).substr(at + 1);
      const bool is_edit = line.starts_with("{\"do\"") || line.starts_with("{\"undo\"") ||
                           line.starts_with("{\"redo\"");
      if (line.starts_with(R"({"drag":"begin")")) before_drag = edits;
      if (line.starts_with(R"({"drag":"cancel")")) edits = before_drag;
      if (line.starts_with(R"({"drag")")) dragging = line.starts_with(R"({"drag":"begin")");
      if (is_edit) edits = dragging ? before_drag + 1 : edits + 1;
    }
    return edits;
  } catch (const Error&) {
    return 1;
  }
}

// Whether somebody's edits lie there under another name (Journal::set_aside).
bool holds_journal_put_aside(const fs::path& folder) {
  const std::string begin = journal_of(folder / "shot.json").filename().string() + ".";
  std::error_code none;
  const fs::directory_iterator entries(folder, none);
  return std::any_of(fs::begin(entries), fs::end(entries), [&](const fs::directory_entry& entry) {
    return entry.path().filename().string().starts_with(begin);
  });
}

// The text or number of a key; what is of another type counts as absent.
std::string text_in(const Json& entry, const char* key, const std::string& fallback) {
  const auto found = entry.find(key);
  return found != entry.end() && found->is_string() ? found->get<std::string>() : fallback;
}
std::int64_t number_in(const Json& entry, const char* key) {
  const auto found = entry.find(key);
  return found != entry.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

}  // namespace

UnsavedFolder::UnsavedFolder(fs::path folder) : folder_(std::move(folder)) {
  fs::create_directories(folder_);
  const fs::path lock = folder_ / "lock";
  lock_ = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) {
    throw FileError({.what = std::strerror(errno), .where = lock.string()});
  }
  if (::flock(lock_, LOCK_EX | LOCK_NB) == 0) {
    std::error_code none;
    fs::remove(ended(), none);
    return;
  }
  ::close(lock_);
  throw InputError({.what = "another window of the program has this shot open",
                    .where = folder_.string(),
                    .advice = "Go on there, or close it first"});
}

UnsavedFolder::~UnsavedFolder() {
  if (edits_in(journal_of(shot())) == 0 && !holds_journal_put_aside(folder_)) {
    remove();
  } else {
    std::ofstream mark(ended());  // who dies does not come here
  }
  ::close(lock_);
}

void UnsavedFolder::remove() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

StateFolder::StateFolder(fs::path folder) : folder_(std::move(folder)) {
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
}

Json StateFolder::preferences() const {
  const Json json = read_json(folder_ / "preferences.json");
  return json.is_object() ? json : Json::object();
}

void StateFolder::keep_preferences(const Json& values) const {
  write_json(folder_ / "preferences.json", values);
}

std::vector<StateFolder::Recent> StateFolder::recent() const {
  std::vector<Recent> all;
  for (const Json& entry : read_json(folder_ / "recent.json")) {
    if (!entry.is_object()) continue;
    const fs::path file = text_in(entry, "file", "");
    std::error_code none;
    if (!fs::exists(file, none)) continue;
    all.push_back({file, text_in(entry, "name", file.stem().string()), number_in(entry, "time")});
  }
  return all;
}

void StateFolder::remember(const fs::path& file, const std::string& name) const {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  std::vector<Recent> all = recent();
  std::erase_if(all, [&](const Recent& entry) { return entry.file == file; });
  all.insert(all.begin(),
             {file, name, std::chrono::duration_cast<std::chrono::seconds>(now).count()});
  if (all.size() > most_recent) all.resize(most_recent);
  Json json = Json::array();
  for (const Recent& entry : all) {
    json.push_back({{"file", entry.file.string()}, {"name", entry.name}, {"time", entry.time}});
  }
  try {
    write_json(folder_ / "recent.json", json);
  } catch (const Error&) {
    // The list is a convenience: what it is about has been opened or saved all the same.
  }
}

std::vector<StateFolder::Recovery> StateFolder::recovery() const {
  std::vector<Recovery> all;
  std::error_code none;
  const auto look_at = [&](const fs::path& shot, const fs::path& lock, const std::string& name) {
    const fs::path journal = journal_of(shot);
    const int edits = is_locked(lock) ? 0 : edits_in(journal);
    const bool ended = fs::exists(UnsavedFolder::ended_in(shot.parent_path()), none);
    if (edits > 0) all.push_back({shot, name, seconds_of(journal), edits, ended && holds(shot)});
  };
  for (const auto& entry : fs::directory_iterator(unsaved(), none)) {
    const fs::path shot = entry.path() / "shot.json";
    const Json json = read_json(shot);
    if (json.is_object()) look_at(shot, entry.path() / "lock", text_in(json, "name", "shot"));
  }
  for (const Recent& file : recent()) look_at(file.file, journal_of(file.file), file.name);
  std::sort(all.begin(), all.end(),
            [](const Recovery& a, const Recovery& b) { return a.time > b.time; });
  return all;
}

fs::path StateFolder::left_of(const std::string& name) const {
  for (const Recovery& left : recovery()) {
    const bool of_name = left.file.parent_path().filename().string().starts_with(plain(name) + ".");
    if (holds(left.file) && of_name) return left.file;
  }
  return {};
}

bool StateFolder::holds(const fs::path& file) const {
  std::error_code none;
  return file.filename() == "shot.json" &&
         fs::weakly_canonical(file, none).parent_path().parent_path() ==
             fs::weakly_canonical(unsaved(), none);
}

std::unique_ptr<UnsavedFolder> StateFolder::new_unsaved(const std::string& name) const {
  fs::create_directories(unsaved());
  for (int number = 1;; ++number) {
    const fs::path folder =
        unsaved() / (plain(name) + "." + std::to_string(::getpid()) + "." + std::to_string(number));
    if (fs::create_directory(folder)) return std::make_unique<UnsavedFolder>(folder);
  }
}

std::unique_ptr<UnsavedFolder> StateFolder::take_up(const fs::path& shot) const {
  return std::make_unique<UnsavedFolder>(shot.parent_path());
}

}  // namespace retake::server
