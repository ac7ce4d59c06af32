#include "retake/shot/motion_cache.h"

#include <optional>

#include "retake/mesh/atomic_file.h"
#include "retake/mesh/motion_file.h"
#include "retake/modes/cache_folder.h"
#include "retake/modes/content_hash.h"
#include "retake/modes/mode_cache.h"
#include "retake/numerics/errors.h"
#include "retake/shot/setup_json.h"
#include "retake/shot/source_json.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

constexpr const char* motion_ending = ".pc2";
constexpr const char* contacts_ending = ".contacts.json";
// Raised when the simulator gives other results than before.
constexpr int simulator_version = 1;

std::optional<SimulationResult> try_read(const fs::path& stem, const Shot& shot) {
  const fs::path motion = stem.string() + motion_ending;
  std::error_code absent;
  if (!fs::is_regular_file(motion, absent)) return std::nullopt;
  try {
    SimulationResult result;
    result.motion = read_motion(motion, {.fps = frame_rate(shot)});
    const bool fits = result.motion.frame_count() == frame_count(shot) &&
                      result.motion.frames.front().cols() == shot.body().vertex_count();
    if (!fits) return std::nullopt;
    result.contacts = read_contacts(stem.string() + contacts_ending, shot);
    fs::last_write_time(motion, fs::file_time_type::clock::now(), absent);  // used last, goes last
    return result;
  } catch (const Error&) {
    return std::nullopt;
  }
}

// The motion last: where it is, all is there.
void try_write(const fs::path& stem, const SimulationResult& result, std::uintmax_t most_bytes) {
  const fs::path motion = stem.string() + motion_ending;
  try {
    fs::create_directories(stem.parent_path());
    write_file(stem.string() + contacts_ending, contacts_to_json(result.contacts).dump());
    write_motion(motion, result.motion);
    remove_oldest(stem.parent_path(), motion_ending, motion, most_bytes);
  } catch (const std::exception&) {  // FileError, filesystem_error: the next start simulates again
  }
}

}  // namespace

std::string motion_cache_key(const Body& body, const SimulationSetup& setup) {
  ContentHash hash;
  hash.add_text("retake motion");
  hash.add_number(simulator_version);
  hash.add_text(mode_cache_key(body, 0));
  for (const Obstacle& obstacle : setup.obstacles) hash.add_text(to_json(obstacle).dump());
  hash.add_text(to_json(setup.forcing).dump());
  hash.add_text(to_json(setup.launch).dump());
  hash.add_text(to_json(setup.options).dump());
  return hash.finish();
}

SimulationResult cached_motion(const Shot& shot, const MotionCacheOptions& cache,
                               Progress& progress) {
  const std::string key = shot.source->cache_key(shot);
  if (key.empty()) return make_motion(shot, progress);
  fs::path folder = cache.folder;
  if (folder.empty() && !default_cache_folder().empty())
    folder = default_cache_folder() / "motions";
  if (folder.empty()) return make_motion(shot, progress);
  const fs::path stem = folder / key.substr(0, 32);
  if (auto stored = try_read(stem, shot)) {
    progress.update("simulate", 1);
    return std::move(*stored);
  }
  SimulationResult result = make_motion(shot, progress);
  try_write(stem, result, cache.most_bytes);
  return result;
}

}  // namespace retake
