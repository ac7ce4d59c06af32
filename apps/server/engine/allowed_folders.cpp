#include "apps/server/engine/allowed_folders.h"

#include <algorithm>
#include <set>

#include "retake/numerics/errors.h"

namespace retake::server {

namespace {

namespace fs = std::filesystem;

// What the editor can do something with, or writes; empty: nothing.
std::string kind_of(const fs::directory_entry& entry) {
  static const std::set<std::string> meshes = {".obj",  ".ply", ".stl",  ".off", ".veg",
                                               ".msh",  ".vtk", ".mesh", ".abq", ".inp",
                                               ".node", ".glb", ".gltf", ".md2"};
  std::error_code none;
  if (entry.is_directory(none)) return "folder";
  if (entry.path().filename().string().ends_with(".origin.json")) return "";  // a shot's own part
  const std::string ending = entry.path().extension().string();
  if (ending == ".json") return "shot";
  if (ending == ".pc2" || ending == ".mdd") return "cache";
  if (ending == ".usda" || ending == ".usd" || ending == ".usdc") return "scene";
  if (ending == ".retake-edit") return "edit";
  if (ending == ".png") return "picture";
  return meshes.contains(ending) ? "mesh" : "";
}

}  // namespace

AllowedFolders::AllowedFolders(const std::vector<fs::path>& folders) {
  for (const fs::path& folder : folders) add(folder);
}

void AllowedFolders::add(const fs::path& folder) {
  std::error_code error;
  const fs::path canonical = fs::canonical(folder, error);
  if (!error && !contains(canonical)) folders_.push_back(canonical);
}

bool AllowedFolders::contains(const fs::path& path) const {
  return std::any_of(folders_.begin(), folders_.end(), [&](const fs::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
           folder.end();
  });
}

fs::path AllowedFolders::checked(const std::string& given) const {
  fs::path path = given;
  if (path.is_relative() && !folders_.empty()) path = folders_.front() / path;
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(path, error);
  const bool is_name = given.find('\0') == std::string::npos && !given.empty();
  if (is_name && !error && contains(canonical)) return canonical;
  throw InputError({.what = "the file is not in a folder that was opened",
                    .found = given,
                    .advice = "Start the program with that file or in that folder"});
}

Json AllowedFolders::list(const std::string& given) const {
  if (folders_.empty()) throw InputError({.what = "no folder was opened"});
  const fs::path folder = given.empty() ? folders_.front() : checked(given);
  if (!fs::is_directory(folder)) {
    throw InputError({.what = "not a folder", .found = folder.string()});
  }
  std::vector<std::pair<std::string, std::string>> found;  // kind, name
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    const std::string name = entry.path().filename().string(), kind = kind_of(entry);
    if (!kind.empty() && !name.starts_with(".")) found.emplace_back(kind, name);
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    const bool folder_a = a.first == "folder", folder_b = b.first == "folder";
    return folder_a != folder_b ? folder_a : a.second < b.second;
  });
  Json entries = Json::array();
  for (const auto& [kind, name] : found) entries.push_back({{"name", name}, {"kind", kind}});
  const bool has_parent = contains(folder.parent_path()) && folder.has_relative_path();
  return {{"type", "files"},
          {"folder", folder.string()},
          {"parent", has_parent ? Json(folder.parent_path().string()) : Json(nullptr)},
          {"entries", entries}};
}

}  // namespace retake::server
