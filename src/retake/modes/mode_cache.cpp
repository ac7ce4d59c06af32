#include "retake/modes/mode_cache.h"

#include <cstdlib>
#include <system_error>
#include <vector>

#include "retake/modes/cache_folder.h"
#include "retake/modes/content_hash.h"
#include "retake/modes/mode_file.h"
#include "retake/numerics/errors.h"

namespace retake {

namespace fs = std::filesystem;

namespace {

constexpr const char* file_ending = ".modes";

template <class Matrix>
void add_matrix(ContentHash& hash, const Matrix& matrix) {
  hash.add_number(static_cast<std::int64_t>(matrix.cols()));
  hash.add(matrix.data(),
           static_cast<std::size_t>(matrix.size()) * sizeof(typename Matrix::Scalar));
}

void add_integers(ContentHash& hash, const std::vector<int>& integers) {
  hash.add_number(static_cast<std::int64_t>(integers.size()));
  hash.add(integers.data(), integers.size() * sizeof(int));
}

void add_interior(ContentHash& hash, const Interior& interior) {
  hash.add_text("interior");
  add_matrix(hash, interior.rest_positions);
  add_matrix(hash, interior.tets);
  add_matrix(hash, interior.surface.vertices);
  add_matrix(hash, interior.surface.weights);
  hash.add_number(interior.fill);
  add_integers(hash, interior.pins);
}

std::optional<ModeResult> try_read(const fs::path& path, const std::string& key, int count,
                                   std::string& note) {
  std::error_code absent;
  if (!fs::is_regular_file(path, absent)) return std::nullopt;
  try {
    if (modes_in_file(path, key) < count) return std::nullopt;
    ModeResult result = read_mode_file(path, key, count);
    fs::last_write_time(path, fs::file_time_type::clock::now(), absent);  // used last, goes last
    return result;
  } catch (const Error& error) {
    note = std::string("cached modes were computed anew: ") + error.what();
    return std::nullopt;
  }
}

void try_write(const fs::path& folder, const fs::path& path, const std::string& key,
               const ModeResult& result, std::uintmax_t most_bytes, std::string& note) {
  try {
    fs::create_directories(folder);
    write_mode_file(path, key, result);
    remove_oldest(folder, file_ending, path, most_bytes);
  } catch (const std::exception& error) {  // FileError, filesystem_error
    note = std::string("the modes could not be kept: ") + error.what();
  }
}

}  // namespace

fs::path default_cache_folder() {
  if (const char* folder = std::getenv("RETAKE_CACHE"); folder != nullptr && *folder != '\0') {
    return folder;
  }
  if (const char* base = std::getenv("XDG_CACHE_HOME"); base != nullptr && *base != '\0') {
    return fs::path(base) / "retake";
  }
  const char* home = std::getenv("HOME");
  return home == nullptr || *home == '\0' ? fs::path() : fs::path(home) / ".cache" / "retake";
}

std::string mode_cache_key(const Body& body, double tolerance) {
  ContentHash hash;
  hash.add_text("retake modes");
  hash.add_number(static_cast<std::int32_t>(mode_file_version));
  hash.add_number(tolerance);
  add_matrix(hash, body.rest_positions);
  add_matrix(hash, body.tets);
  if (body.interior) add_interior(hash, *body.interior);
  if (body.is_shell()) {
    add_matrix(hash, body.triangles);
    hash.add_number(body.thickness);
    for (const double thickness : body.thickness_of_triangle) hash.add_number(thickness);
  }
  for (const Material& material : body.materials) {
    hash.add_number(material.density);
    hash.add_number(material.young);
    hash.add_number(material.poisson);
  }
  add_integers(hash, body.material_of_element);
  add_integers(hash, body.pins);
  return hash.finish();
}

CachedModes cached_modes(const Body& body, const ModeOptions& options,
                         const ModeCacheOptions& cache, Progress& progress) {
  options.validate();
  validate(body);
  CachedModes modes;
  const fs::path folder = cache.folder.empty() ? default_cache_folder() : cache.folder;
  const std::string key = mode_cache_key(body, options.tolerance);
  const fs::path path = folder / (key.substr(0, 32) + file_ending);
  if (!folder.empty()) {
    if (auto stored = try_read(path, key, options.count, modes.note)) {
      progress.update("modes", 1);
      modes.result = std::move(*stored);
      modes.from_cache = true;
      return modes;
    }
  }
  modes.result = compute_modes(body, options, progress);
  if (folder.empty()) {
    modes.note = "the modes could not be kept: no folder for a cache (set RETAKE_CACHE)";
  } else {
    try_write(folder, path, key, modes.result, cache.most_bytes, modes.note);
  }
  return modes;
}

}  // namespace retake
