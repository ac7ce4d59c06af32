#include "retake/mesh/mesh_file.h"

#include "retake/mesh/atomic_file.h"
#include "retake/mesh/formats.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

std::string ending_of(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending;
}

}  // namespace

MeshFile read_mesh(const std::filesystem::path& path, const ReadOptions&) {
  const std::string ending = ending_of(path);
  const FileBytes file = read_file(path);
  if (ending == ".obj") return read_obj(file);
  if (ending == ".abq" || ending == ".inp" || ending == ".hinp") return read_abaqus(file);
  throw InputError({.what = "a format that is not read", .where = path.string()});
}

void write_mesh(const std::filesystem::path& path, const MeshFile& file, const WriteOptions&) {
  const std::string ending = ending_of(path);
  if (ending == ".obj" && file.triangles) return write_file(path, write_obj(*file.triangles));
  if (ending == ".abq" || ending == ".inp") return write_file(path, write_abaqus(file));
  throw InputError({.what = "a format that is not written", .where = path.string()});
}

void write_mesh(const std::filesystem::path& path, const TetMesh& mesh,
                const WriteOptions& options) {
  MeshFile file;
  file.tets = mesh;
  write_mesh(path, file, options);
}

void write_mesh(const std::filesystem::path& path, const TriangleMesh& mesh,
                const WriteOptions& options) {
  MeshFile file;
  file.triangles = mesh;
  write_mesh(path, file, options);
}

std::vector<int> material_of_tets(const MeshFile& file) {
  std::vector<int> material(static_cast<std::size_t>(file.tets ? file.tets->tet_count() : 0), -1);
  for (const ElementSet& set : file.element_sets) {
    if (set.material < 0) continue;
    for (const int tet : set.elements) material[static_cast<std::size_t>(tet)] = set.material;
  }
  return material;
}

}  // namespace retake
