#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace retake {

// What the files of an import are to each other. All paths are absolute.
struct ImportFiles {
  std::filesystem::path mesh;
  std::filesystem::path motion;              // cache, sequence, or `mesh` itself; empty: none
  std::vector<std::filesystem::path> poses;  // instead of `motion`: meshes of the same faces
  std::vector<std::string> assumptions;
};

// Endings of all files that can be part of an import, in lower case: ".obj".
std::vector<std::string> importable_endings();

// Throws InputError for archives, for caches without a mesh, for files that nobody reads, and for
// more than one mesh where they are no poses; FileError for files that are not there.
ImportFiles sort_import_files(const std::vector<std::filesystem::path>& files);

}  // namespace retake
