#include "retake/mesh/staged_files.h"

#include <atomic>
#include <unistd.h>

#include "retake/mesh/atomic_file.h"
#include "retake/numerics/errors.h"

namespace retake {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const std::string& what, const fs::path& where,
                       const std::error_code& error) {
  throw FileError({.what = what + ": " + error.message(), .where = where.string()});
}

std::string hidden_name() {
  static std::atomic<int> counter = 0;
  return ".part" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
}

bool is_file(const fs::path& path) {
  std::error_code none;
  const fs::file_status status = fs::symlink_status(path, none);
  return fs::exists(status) && !fs::is_directory(status);
}

}  // namespace

StagedFiles::StagedFiles(const fs::path& folder)
    : folder_(folder), staging_(folder / hidden_name()) {
  std::error_code error;
  made_folder_ = fs::create_directories(folder_, error);
  if (error) fail("cannot make the folder", folder_, error);
  fs::create_directories(staging_ / "old", error);
  if (error) fail("cannot write into the folder", folder_, error);
}

StagedFiles::~StagedFiles() {
  std::error_code none;
  fs::remove_all(staging_, none);
  if (made_folder_) fs::remove(folder_, none);  // where nothing was put into it
}

void StagedFiles::write(const std::string& name, std::string_view bytes) {
  write_file(staging_ / name, bytes);
  names_.insert(name);
}

void StagedFiles::move(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error) fail("cannot replace the file", to.parent_path() == folder_ ? to : from, error);
  moves_.emplace_back(from, to);
}

void StagedFiles::move_back() noexcept {
  std::error_code none;
  for (auto it = moves_.rbegin(); it != moves_.rend(); ++it)
    fs::rename(it->second, it->first, none);
  moves_.clear();
}

void StagedFiles::publish(const std::set<std::string>& leftovers) {
  std::set<std::string> replaced = leftovers;
  replaced.insert(names_.begin(), names_.end());
  try {
    for (const std::string& name : replaced) {
      if (is_file(folder_ / name)) move(folder_ / name, staging_ / "old" / name);
    }
    for (const std::string& name : names_) move(staging_ / name, folder_ / name);
  } catch (const FileError&) {
    move_back();
    throw;
  }
  moves_.clear();
}

}  // namespace retake
