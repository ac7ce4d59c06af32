#include "retake/shot/shot_staging.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>
#include <vector>

#include "retake/mesh/atomic_file.h"
#include "retake/numerics/errors.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

void require(const std::error_code& error, const char* what, const fs::path& where) {
  if (!error) return;
  throw FileError({.what = what, .where = where.string(), .found = error.message()});
}

// ".dino.json" + ending, beside the JSON file.
fs::path hidden_beside(const fs::path& json_file, const std::string& ending) {
  std::string name = ".";
  name += json_file.filename().string();
  name += ending;
  return json_file.parent_path() / name;
}

const std::string writing = ".writing";

fs::path staging_folder(const fs::path& json_file) {
  std::string ending = "-";
  ending += std::to_string(getpid());
  ending += writing;
  return hidden_beside(json_file, ending);
}

fs::path saved_folder(const fs::path& json_file) { return hidden_beside(json_file, ".saved"); }

void move_into_place(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  require(error, "the file cannot be put in its place", to);
}

void sync_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;  // some file systems refuse it; the files themselves are safe
  ::fsync(descriptor);
  ::close(descriptor);
}

// Moves what a committed folder holds, the JSON file last, and removes the folder.
void unpack(const fs::path& folder, const fs::path& json_file) {
  std::vector<fs::path> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename() != json_file.filename()) names.push_back(entry.path().filename());
  }
  if (fs::exists(folder / json_file.filename())) names.push_back(json_file.filename());
  for (const fs::path& name : names) {
    move_into_place(folder / name, json_file.parent_path() / name);
  }
  sync_folder(json_file.parent_path());
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

// The process that wrote ".dino.json-123.writing"; 0 where the name is of another kind.
pid_t writer_of(const std::string& name, const std::string& begin) {
  if (!name.starts_with(begin) || !name.ends_with(writing)) return 0;
  pid_t process = 0;
  std::from_chars(name.data() + begin.size(), name.data() + name.size(), process);
  return process;
}

void sweep_abandoned(const fs::path& json_file) {
  const std::string begin = hidden_beside(json_file, "-").filename().string();
  const fs::path folder = json_file.has_parent_path() ? json_file.parent_path() : ".";
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const pid_t writer = writer_of(entry.path().filename().string(), begin);
    if (writer <= 0 || ::kill(writer, 0) == 0 || errno != ESRCH) continue;
    fs::remove_all(entry.path(), ignored);
  }
}

}  // namespace

void check_file_name(const std::string& name, const std::string& whose) {
  const bool plain = !name.empty() && name.front() != '.' &&
                     name.find_first_of(std::string("/\\\0", 3)) == std::string::npos;
  if (plain) return;
  throw InputError({.what = "a name that cannot be part of a file's name",
                    .where = whose,
                    .expected = "letters without slashes, not beginning with a dot",
                    .found = "'" + name + "'"});
}

void finish_interrupted_save(const fs::path& json_file) {
  const fs::path saved = saved_folder(json_file);
  if (fs::is_directory(saved)) unpack(saved, json_file);
  sweep_abandoned(json_file);
}

ShotStaging::ShotStaging(const fs::path& json_file)
    : json_file_(json_file), folder_(staging_folder(json_file)) {
  check_file_name(json_file.stem().string(), json_file.string());
  finish_interrupted_save(json_file);
  std::error_code error;
  fs::create_directories(folder_, error);
  require(error, "the folder cannot be made", folder_);
}

ShotStaging::~ShotStaging() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::string ShotStaging::data_name(const std::string& ending) const {
  return json_file_.stem().string() + ending;
}

std::vector<fs::path> ShotStaging::targets() const {
  std::vector<fs::path> targets = {json_file_};
  for (const auto& entry : fs::directory_iterator(folder_)) {
    targets.push_back(json_file_.parent_path() / entry.path().filename());
  }
  return targets;
}

void ShotStaging::publish(std::string_view json) const {
  write_file(folder_ / json_file_.filename(), json);
  const fs::path saved = saved_folder(json_file_);
  move_into_place(folder_, saved);  // from here on, the new shot is the one
  sync_folder(json_file_.parent_path());
  unpack(saved, json_file_);
}

}  // namespace retake
