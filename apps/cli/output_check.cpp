#include "apps/cli/output_check.h"

#include <filesystem>

#include "retake/mesh/atomic_file.h"
#include "retake/numerics/errors.h"

namespace retake::cli {

namespace {

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) return;
  throw FileError(
      {.what = "the folder cannot be made: " + error.message(), .where = folder.string()});
}

}  // namespace

void check_writable(std::initializer_list<std::string> files) {
  for (const std::string& file : files) {
    if (!file.empty()) AtomicFile probe(file);  // its temporary goes away again
  }
}

void check_new_files(std::initializer_list<std::string> files, bool replace) {
  for (const std::string& file : files) {
    std::error_code none;  // what is no regular file (/dev/null) is written, not replaced
    if (replace || file.empty() || !std::filesystem::is_regular_file(file, none)) continue;
    throw InputError(
        {.what = "the file is there already",
         .where = file,
         .advice = "Choose another name, or say that it shall be replaced (--replace)"});
  }
}

void check_folder(const std::string& folder) {
  if (folder.empty()) return;
  make_folder(folder);
  check_writable({(std::filesystem::path(folder) / "retake-probe").string()});
}

FoldersFor::FoldersFor(const std::filesystem::path& file) {
  std::error_code none;
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  for (auto missing = folder; !std::filesystem::exists(missing, none);
       missing = missing.parent_path()) {
    made_.push_back(missing);
  }
  if (!made_.empty()) make_folder(folder);
}

FoldersFor::~FoldersFor() {
  std::error_code none;  // a folder with something in it stays
  for (const auto& folder : made_) std::filesystem::remove(folder, none);
}

}  // namespace retake::cli
