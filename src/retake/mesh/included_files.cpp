#include "retake/mesh/included_files.h"

#include "retake/numerics/errors.h"

namespace retake {

FileBytes IncludedFiles::read(const std::string& where, const std::filesystem::path& path,
                              int depth) {
  if (depth >= deepest) {
    throw InputError({.what = "files include each other without end",
                      .where = where,
                      .expected = "at most " + std::to_string(deepest) + " files in one another"});
  }
  if (++count_ > most) {
    throw InputError({.what = "too many files are included",
                      .where = where,
                      .expected = "at most " + std::to_string(most) + " in all",
                      .advice = "Include a file once, not again and again"});
  }
  FileBytes file = read_file(path);
  std::error_code none;
  const bool is_new = known_.insert(std::filesystem::weakly_canonical(path, none)).second;
  if (!is_new) repeated_bytes_ += file.bytes.size();
  if (repeated_bytes_ > most_repeated_bytes) {
    throw InputError({.what = "the same files are included too often",
                      .where = where,
                      .expected = "at most " + std::to_string(most_repeated_bytes) +
                                  " bytes of files that were included before",
                      .found = std::to_string(repeated_bytes_)});
  }
  return file;
}

}  // namespace retake
