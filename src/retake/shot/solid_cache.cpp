#include "retake/shot/solid_cache.h"

#include "retake/mesh/atomic_file.h"
#include "retake/mesh/file_bytes.h"
#include "retake/modes/cache_folder.h"
#include "retake/modes/content_hash.h"
#include "retake/modes/mode_cache.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/stopwatch.h"
#include "retake/shot/json_fields.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

constexpr const char* solid_ending = ".solid";
// Raised when surfaces are filled otherwise than before.
constexpr int mesher_version = 1;

std::string solid_key(const TriangleMesh& surface, const SolidMeshOptions& options) {
  ContentHash hash;
  hash.add_text("retake solid");
  hash.add_number(mesher_version);
  const auto add = [&](const auto& matrix) {
    hash.add_number(static_cast<std::int64_t>(matrix.size()));
    hash.add(matrix.data(), static_cast<std::size_t>(matrix.size()) * sizeof(*matrix.data()));
  };
  add(surface.positions);
  add(surface.triangles);
  hash.add_number(options.cell);
  hash.add_number(static_cast<int>(options.method));
  return hash.finish().substr(0, 32);
}

template <class Matrix>
Json numbers_of(const Matrix& matrix) {
  return Json(std::vector<typename Matrix::Scalar>(matrix.data(), matrix.data() + matrix.size()));
}

template <class Matrix>
Matrix matrix_from(const Json& list) {
  const auto values = list.get<std::vector<typename Matrix::Scalar>>();
  constexpr Eigen::Index rows = Matrix::RowsAtCompileTime;
  return Eigen::Map<const Matrix>(values.data(), rows, std::ssize(values) / rows);
}

std::string solid_to_bytes(const SolidMesh& solid) {
  const Json json = {{"positions", numbers_of(solid.tets.positions)},
                     {"tets", numbers_of(solid.tets.tets)},
                     {"surface_vertices", numbers_of(solid.surface.vertices)},
                     {"surface_weights", numbers_of(solid.surface.weights)},
                     {"cell", solid.cell},
                     {"fill", solid.fill},
                     {"how", solid.how},
                     {"notes", solid.notes}};
  std::string bytes;
  Json::to_cbor(json, bytes);
  return bytes;
}

// Throws nlohmann's exceptions where the bytes are not such a file.
SolidMesh solid_from_bytes(const std::string& bytes) {
  const Json json = Json::from_cbor(bytes);
  SolidMesh solid;
  solid.tets = {matrix_from<Points>(json.at("positions")),
                matrix_from<Eigen::Matrix4Xi>(json.at("tets"))};
  solid.surface = {matrix_from<Eigen::Matrix4Xi>(json.at("surface_vertices")),
                   matrix_from<Eigen::Matrix4Xf>(json.at("surface_weights"))};
  solid.cell = json.at("cell");
  solid.fill = json.at("fill");
  solid.how = json.at("how");
  solid.notes = json.at("notes");
  return solid;
}

bool are_indices_of(const Eigen::Matrix4Xi& indices, Eigen::Index count) {
  return indices.size() == 0 || (indices.minCoeff() >= 0 && indices.maxCoeff() < count);
}

bool solid_fits(const SolidMesh& solid, const TriangleMesh& surface) {
  const Eigen::Index vertices = solid.tets.positions.cols();
  return solid.tets.tet_count() > 0 && solid.surface.vertices.cols() == surface.vertex_count() &&
         solid.surface.weights.cols() == surface.vertex_count() &&
         are_indices_of(solid.tets.tets, vertices) &&
         are_indices_of(solid.surface.vertices, vertices) && solid.tets.positions.allFinite() &&
         solid.surface.weights.allFinite();
}

std::optional<SolidMesh> read_solid(const fs::path& file, const TriangleMesh& surface) {
  std::error_code absent;
  if (!fs::is_regular_file(file, absent)) return std::nullopt;
  try {
    SolidMesh solid = solid_from_bytes(read_file(file).bytes);
    if (!solid_fits(solid, surface)) return std::nullopt;
    fs::last_write_time(file, fs::file_time_type::clock::now(), absent);  // used last, goes last
    return solid;
  } catch (const std::exception&) {  // torn, or not ours: filled again
    return std::nullopt;
  }
}

void keep_solid(const fs::path& file, const SolidMesh& solid, std::uintmax_t most_bytes) {
  try {
    fs::create_directories(file.parent_path());
    write_file(file, solid_to_bytes(solid));
    remove_oldest(file.parent_path(), solid_ending, file, most_bytes);
  } catch (const std::exception&) {  // FileError, filesystem_error: filled again the next time
  }
}

}  // namespace

SolidMesh cached_solid(const TriangleMesh& surface, const SolidMeshOptions& options,
                       const SolidCacheOptions& cache, Progress& progress) {
  fs::path folder = cache.folder;
  if (folder.empty() && !default_cache_folder().empty()) folder = default_cache_folder() / "solids";
  if (folder.empty()) return mesh_solid(surface, options, progress);
  const fs::path file = folder / (solid_key(surface, options) + solid_ending);
  if (auto stored = read_solid(file, surface)) {
    progress.update("tets", 1);
    return std::move(*stored);
  }
  const Stopwatch watch;
  SolidMesh solid = mesh_solid(surface, options, progress);
  if (watch.seconds() < options.time_limit) keep_solid(file, solid, cache.most_bytes);
  return solid;
}

}  // namespace retake
