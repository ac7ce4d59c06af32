#include "apps/cli/output_check.h"

#include <filesystem>

#include "retake/mesh/atomic_file.h"
#include "retake/numerics/errors.h"

namespace retake::cli {

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
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw FileError({.what = "the folder cannot be made: " + error.message(), .where = folder});
  }
  check_writable({(std::filesystem::path(folder) / "retake-probe").string()});
}

}  // namespace retake::cli
