#include "apps/server/engine/state_folder.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "retake/mesh/atomic_file.h"
#include "retake/mesh/file_bytes.h"
#include "retake/numerics/errors.h"
#include "retake/shot/journal.h"

namespace retake::server {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_recent = 24, most_aside = 12;

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

// Lines of a journal that are edits.
int edits_in(const fs::path& journal) {
  try {
    const std::string text = read_file(journal).bytes;
    int edits = 0;
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) {
      const std::string_view line = std::string_view(text).substr(at + 1, 8);
      edits += line.starts_with("{\"do\"") || line.starts_with("{\"undo\"") ||
               line.starts_with("{\"redo\"");
    }
    return edits;
  } catch (const Error&) {
    return 0;
  }
}

}  // namespace

UnsavedFolder::UnsavedFolder(fs::path folder) : folder_(std::move(folder)) {
  fs::create_directories(folder_);
  const fs::path lock = folder_ / "lock";
  lock_ = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) {
    throw FileError({.what = std::strerror(errno), .where = lock.string()});
  }
  if (::flock(lock_, LOCK_EX | LOCK_NB) == 0) return;
  ::close(lock_);
  throw InputError({.what = "another window of the program has this shot open",
                    .where = folder_.string(),
                    .advice = "Go on there, or close it first"});
}

UnsavedFolder::~UnsavedFolder() {
  if (edits_in(journal_of(shot())) == 0) remove();
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
    const fs::path file = entry.value("file", "");
    std::error_code none;
    if (!fs::exists(file, none)) continue;
    all.push_back(
        {file, entry.value("name", file.stem().string()), entry.value("time", std::int64_t{0})});
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
  const auto look_at = [&](const fs::path& shot, const fs::path& lock, const std::string& name) {
    const fs::path journal = journal_of(shot);
    const int edits = is_locked(lock) ? 0 : edits_in(journal);
    if (edits > 0) all.push_back({shot, name, seconds_of(journal), edits});
  };
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(unsaved(), none)) {
    const fs::path shot = entry.path() / "shot.json";
    const Json json = read_json(shot);
    if (json.is_object()) look_at(shot, entry.path() / "lock", json.value("name", "shot"));
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

// The oldest of what lies aside goes where there is too much.
void StateFolder::put_aside(const std::string& name) const {
  std::error_code ignored;
  fs::create_directories(aside(), ignored);
  for (fs::path left = left_of(name); !left.empty(); left = left_of(name)) {
    const fs::path folder = left.parent_path();
    fs::rename(folder, aside() / (folder.filename().string() + std::to_string(seconds_of(left))),
               ignored);
    if (ignored) return;
  }
  std::vector<fs::path> kept;
  for (const auto& entry : fs::directory_iterator(aside(), ignored)) kept.push_back(entry.path());
  std::sort(kept.begin(), kept.end(), [](const fs::path& a, const fs::path& b) {
    return seconds_of(a / "shot.json") > seconds_of(b / "shot.json");
  });
  for (std::size_t i = most_aside; i < kept.size(); ++i) fs::remove_all(kept[i], ignored);
}

std::unique_ptr<UnsavedFolder> StateFolder::new_unsaved(const std::string& name) const {
  put_aside(name);
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
