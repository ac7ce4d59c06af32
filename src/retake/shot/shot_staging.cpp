#include "retake/shot/shot_staging.h"

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

fs::path staging_folder(const fs::path& json_file) {
  std::string name = ".";
  name += json_file.stem().string();
  name += "-";
  name += std::to_string(getpid());
  name += ".writing";
  return json_file.parent_path() / name;
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

ShotStaging::ShotStaging(const fs::path& json_file)
    : json_file_(json_file), folder_(staging_folder(json_file)) {
  check_file_name(json_file.stem().string(), json_file.string());
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

void ShotStaging::publish(std::string_view json) const {
  std::vector<fs::path> names;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    names.push_back(entry.path().filename());
  }
  write_file(folder_ / json_file_.filename(), json);
  names.push_back(json_file_.filename());
  for (const fs::path& name : names) {
    std::error_code error;
    fs::rename(folder_ / name, json_file_.parent_path() / name, error);
    require(error, "the file cannot be put in its place", json_file_.parent_path() / name);
  }
}

}  // namespace retake
