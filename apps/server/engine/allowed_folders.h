#pragma once
#include <filesystem>
#include <vector>

#include "retake/shot/json_fields.h"

namespace retake::server {

// The folders that the person opened: the page reaches files in these and below, and nowhere else,
// whatever ".." or links a path contains. Engine's thread.
class AllowedFolders {
 public:
  explicit AllowedFolders(const std::vector<std::filesystem::path>& folders);
  void add(const std::filesystem::path& folder);

  const std::vector<std::filesystem::path>& all() const { return folders_; }

  // The path without links and dots; one that is not absolute starts from the first folder. Throws
  // InputError for what lies outside.
  std::filesystem::path checked(const std::string& path) const;

  // {"type": "files", "folder", "parent", "entries"}. An empty path: the first folder.
  Json list(const std::string& path) const;

 private:
  bool contains(const std::filesystem::path& path) const;

  std::vector<std::filesystem::path> folders_;  // canonical
};

}  // namespace retake::server
