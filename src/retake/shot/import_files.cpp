#include "retake/shot/import_files.h"

#include <algorithm>
#include <array>
#include <fstream>

#include "retake/mesh/ascii_text.h"
#include "retake/mesh/frame_files.h"
#include "retake/mesh/gltf_clips.h"
#include "retake/numerics/errors.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

constexpr std::array mesh_endings = {".obj", ".ply",  ".stl", ".off", ".glb", ".gltf",
                                     ".md2", ".mesh", ".msh", ".veg", ".vtk", ".node",
                                     ".ele", ".inp",  ".abq", ".hinp"};
constexpr std::array cache_endings = {".pc2", ".mdd"};
// Buffers, materials and textures, which come along when a person drops a folder's files.
constexpr std::array beside_endings = {".bin", ".mtl", ".png", ".jpg", ".jpeg", ".txt", ".md"};
// A folder of so few meshes is a set of poses: too few for a motion to be edited in.
constexpr std::size_t most_poses = 7;

template <class Endings>
bool ends_with_one_of(const fs::path& path, const Endings& endings) {
  return std::find(endings.begin(), endings.end(), ending_of(path)) != endings.end();
}

bool is_mesh(const fs::path& path) { return ends_with_one_of(path, mesh_endings); }
bool is_cache(const fs::path& path) { return ends_with_one_of(path, cache_endings); }

bool is_pattern(const fs::path& path) {
  const std::string name = path.filename().string();
  std::error_code none;
  return name.find_first_of("#%") != std::string::npos && !fs::exists(path, none);
}

void refuse_archive(const fs::path& path) {
  std::array<char, 263> begin{};
  std::ifstream(path, std::ios::binary).read(begin.data(), begin.size());
  const std::string_view bytes(begin.data(), begin.size());
  using namespace std::string_view_literals;
  constexpr std::pair<std::string_view, const char*> kinds[] = {
      {"PK\3\4"sv, "a ZIP archive"},
      {"\x1F\x8B"sv, "gzip-compressed"},
      {"7z\xBC\xAF"sv, "a 7z archive"},
      {"\xFD"
       "7zXZ"sv,
       "xz-compressed"},
      {"\x28\xB5\x2F\xFD"sv, "zstd-compressed"},
      {"BZh"sv, "bzip2-compressed"},
      {"Rar!"sv, "a RAR archive"}};
  std::string found;
  for (const auto& [beginning, kind] : kinds) {
    if (bytes.starts_with(beginning)) found = kind;
  }
  if (bytes.substr(257, 5) == "ustar") found = "a tar archive";
  if (found.empty()) return;
  throw InputError({.what = "this is no mesh or cache but " + found,
                    .where = path.string(),
                    .expected = "the files themselves",
                    .advice = "Unpack it, and give what is inside"});
}

void check_is_there(const fs::path& path) {
  std::error_code error;  // of links in a circle, or of a folder that may not be looked into
  if (fs::exists(path, error)) return;
  throw FileError({.what = error ? "cannot be reached: " + error.message() : "no such file",
                   .where = path.string(),
                   .advice = "Check the path"});
}

std::vector<fs::path> meshes_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string ending = ending_of(entry.path());
    const bool is_hidden = entry.path().filename().string().starts_with('.');
    if (!is_hidden && (ending == ".obj" || ending == ".ply")) files.push_back(entry.path());
  }
  if (error) {
    throw FileError(
        {.what = "cannot read the folder: " + error.message(), .where = folder.string()});
  }
  std::sort(files.begin(), files.end());
  return files;
}

// "rest" and the like before all others: the shape that the others are poses of.
void put_rest_first(std::vector<fs::path>& poses) {
  std::stable_partition(poses.begin(), poses.end(), [](const fs::path& pose) {
    const std::string name = lower_case(pose.stem().string());
    return name.find("rest") != name.npos || name.find("neutral") != name.npos ||
           name.find("reference") != name.npos;
  });
}

ImportFiles poses_of(std::vector<fs::path> meshes) {
  put_rest_first(meshes);
  ImportFiles files;
  files.mesh = meshes.front();
  files.poses = std::move(meshes);
  return files;
}

ImportFiles files_of_folder(const fs::path& folder) {
  const std::vector<fs::path> meshes = meshes_in(folder);
  if (meshes.empty()) {
    throw InputError({.what = "a folder without meshes",
                      .where = folder.string(),
                      .expected = "OBJ or PLY files, a frame or a pose each",
                      .advice = "Give the mesh file itself"});
  }
  if (meshes.size() == 1) return {.mesh = meshes.front()};
  if (meshes.size() <= most_poses) return poses_of(meshes);
  return {.mesh = frame_files(folder).begin()->second, .motion = folder};
}

// A cache alone: the mesh of its name beside it.
fs::path mesh_beside(const fs::path& cache) {
  for (const char* ending : mesh_endings) {
    fs::path mesh = cache;
    if (fs::is_regular_file(mesh.replace_extension(ending))) return mesh;
  }
  throw InputError({.what = "a cache holds points without faces, and there is no mesh for them",
                    .where = cache.string(),
                    .expected = "the mesh that it was made with",
                    .advice = "Give the mesh as well: retake import MESH CACHE"});
}

bool holds_motion(const fs::path& mesh) {
  const std::string ending = ending_of(mesh);
  if (ending == ".md2") return true;
  return (ending == ".glb" || ending == ".gltf") && !gltf_clips(mesh).empty();
}

struct Sorted {
  std::vector<fs::path> meshes, motions, beside;
};

Sorted sorted(const std::vector<fs::path>& given) {
  Sorted files;
  for (const fs::path& relative : given) {
    const fs::path path = fs::absolute(relative).lexically_normal();
    const bool pattern = is_pattern(path);
    if (!pattern) check_is_there(path);
    if (pattern || fs::is_directory(path) || is_cache(path)) {
      files.motions.push_back(path);
    } else if (!is_mesh(path) && ends_with_one_of(path, beside_endings)) {
      files.beside.push_back(path);
    } else {
      files.meshes.push_back(path);  // of a known ending or not: the reader tells by the content
    }
    if (fs::is_regular_file(path)) refuse_archive(path);
  }
  // TetGen writes one mesh as two files.
  std::erase_if(files.meshes, [&](fs::path mesh) {
    return ending_of(mesh) == ".ele" && std::count(files.meshes.begin(), files.meshes.end(),
                                                   mesh.replace_extension(".node")) > 0;
  });
  return files;
}

ImportFiles alone(const fs::path& motion) {
  if (is_cache(motion)) {
    ImportFiles files = {.mesh = mesh_beside(motion), .motion = motion};
    files.assumptions.push_back("the mesh is " + files.mesh.filename().string() +
                                ", which lies beside the cache");
    return files;
  }
  if (fs::is_directory(motion)) return files_of_folder(motion);
  return {.mesh = frame_files(motion).begin()->second, .motion = motion};
}

[[noreturn]] void refuse_number(const char* what, const std::vector<fs::path>& files) {
  std::string names;
  for (const fs::path& file : files) names += (names.empty() ? "" : ", ") + file.string();
  throw InputError({.what = what, .expected = "a mesh and its cache", .found = names});
}

template <class... Endings>
std::string listed(const Endings&... endings) {
  std::string all;
  const auto add = [&](const auto& some) {
    for (const char* ending : some) all += (all.empty() ? "" : " ") + std::string(ending);
  };
  (add(endings), ...);
  return all;
}

[[noreturn]] void refuse_without_mesh(const std::vector<fs::path>& beside) {
  if (beside.empty()) refuse_number("no mesh", beside);
  throw InputError({.what = "neither a mesh nor a cache by its ending",
                    .where = beside.front().string(),
                    .expected = "one of " + listed(mesh_endings, cache_endings),
                    .found = "'" + ending_of(beside.front()) + "'",
                    .advice = "Export the mesh as one of these, and give it with its cache: "
                              "retake import MESH [CACHE]"});
}

}  // namespace

std::vector<std::string> importable_endings() {
  std::vector<std::string> all(mesh_endings.begin(), mesh_endings.end());
  all.insert(all.end(), cache_endings.begin(), cache_endings.end());
  all.insert(all.end(), beside_endings.begin(), beside_endings.end());
  return all;
}

ImportFiles sort_import_files(const std::vector<fs::path>& given) {
  Sorted files = sorted(given);
  if (files.meshes.empty() && files.motions.empty()) refuse_without_mesh(files.beside);
  if (files.motions.size() > 1) refuse_number("more than one cache", files.motions);
  if (files.meshes.size() > 1 && !files.motions.empty()) {
    refuse_number("more than one mesh beside a cache", files.meshes);
  }
  if (files.meshes.size() > 1) return poses_of(files.meshes);
  if (files.meshes.empty()) return alone(files.motions.front());
  ImportFiles result = {.mesh = files.meshes.front()};
  if (!files.motions.empty()) {
    result.motion = files.motions.front();
  } else if (holds_motion(result.mesh)) {
    result.motion = result.mesh;
  }
  return result;
}

}  // namespace retake
