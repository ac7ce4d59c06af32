#pragma once
#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

// Places that cannot be written are told before any work is done for them.
namespace retake::cli {

// Files; empty names are passed over. Throws FileError that names the first that cannot be written.
void check_writable(std::initializer_list<std::string> files);

// Files that may be written: empty names are passed over. Throws InputError where one is there
// already, unless it shall be replaced.
void check_new_files(std::initializer_list<std::string> files, bool replace);

// Makes the folder where it is missing; an empty name is passed over. Throws FileError.
void check_folder(const std::string& folder);

// Makes the folders that a file needs and that are missing. At the end those that are empty, since
// nothing came of the file, go away again. Throws FileError.
class FoldersFor {
 public:
  explicit FoldersFor(const std::filesystem::path& file);
  ~FoldersFor();
  FoldersFor(const FoldersFor&) = delete;
  FoldersFor& operator=(const FoldersFor&) = delete;

 private:
  std::vector<std::filesystem::path> made_;  // deepest first
};

}  // namespace retake::cli
