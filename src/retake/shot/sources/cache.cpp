#include "retake/shot/sources/cache.h"

#include "retake/mesh/motion_file.h"
#include "retake/shot/cache_files.h"
#include "retake/shot/frame_stream.h"
#include "retake/shot/shot_staging.h"
#include "retake/shot/source_kinds.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> read_names(JsonFields& fields, const std::string& key,
                                 const fs::path& folder) {
  std::vector<fs::path> names;
  const Json* list = fields.find(key);
  for (const Json& name : list->is_array() ? *list : Json::array()) {
    if (name.is_string()) names.push_back(folder / name.get<std::string>());
  }
  if (!list->is_array() || names.size() != list->size())
    fields.refuse(key, {.what = "not a list of files", .expected = "names, one a body"});
  return names;
}

// Caches may also be folders, and patterns of files, which say themselves what is missing.
void require_files(const JsonFields& fields, const std::string& key,
                   const std::vector<fs::path>& files) {
  for (const fs::path& file : files) {
    const bool is_one =
        file.has_extension() && file.string().find_first_of("#%") == std::string::npos;
    if (!is_one || fs::exists(file)) continue;
    fields.refuse(key, {.what = "there is no such file",
                        .found = file.string(),
                        .advice = "Put it beside the shot, or correct its name"});
  }
}

// One file of the whole stack, or one for each body.
AnySource read_cache(JsonFields& fields, const SourceReading& reading) {
  const auto& [folder, shot] = reading;
  Motion motion;
  if (!fields.has("files")) {
    const fs::path file = folder / fields.required_text("file");
    require_files(fields, "file", {file});
    motion = read_cache_file(file, shot.body());
  } else if (fields.has("file")) {
    fields.refuse("files", {.what = "'file' and 'files' are both given",
                            .advice = "Keep 'file' for the stack, or 'files' for each body"});
  } else if (shot.bodies.several().empty()) {
    fields.refuse("files", {.what = "the shot has one body alone", .expected = "'file'"});
  } else {
    const std::vector<fs::path> files = read_names(fields, "files", folder);
    require_files(fields, "files", files);
    motion = read_cache_files(files, shot.bodies.several());
  }
  fields.read("fps", motion.fps);
  check_fps(fields, motion.fps);
  return CachedSource(std::move(motion));
}

void write_stream(const fs::path& path, const FrameStream& stream) {
  MotionWriter writer(path, stream.info.point_count,
                      {.fps = stream.info.fps, .start_frame = stream.info.start_frame});
  for (int t = 0; t < stream.info.frame_count; ++t) writer.append(stream.frame(t));
  writer.finish();
}

}  // namespace

const SourceKind& cache_kind() {
  static const SourceKind kind = {.name = "cache", .read = read_cache};
  return kind;
}

const SourceKind& CachedSource::kind() const { return cache_kind(); }

void CachedSource::write(Json& source, const SourceWriting& writing) const {
  const auto& [shot, staging, stream] = writing;
  if (motion.frame_count() > 0 || stream.frame) {
    const std::string name = staging.data_name(shot.origin ? ".motion.pc2" : ".pc2");
    stream.frame ? write_stream(staging / name, stream) : write_motion(staging / name, motion);
    source["file"] = name;
    source["fps"] = stream.frame ? stream.info.fps : motion.fps;
  }
  write_contacts(source, writing);
}

SimulationResult CachedSource::make_motion(const Shot& shot, Progress&) const {
  SimulationResult result;
  result.motion = motion;
  result.contacts = shot.contacts;
  return result;
}

double CachedSource::travel(const Shot& shot) const {
  const Vec3 rest = shot.body().rest_positions.col(0);
  double farthest = 0;
  for (const FrameView& frame : motion.frames) {
    farthest = std::max(farthest, (frame.col(0).cast<double>() - rest).norm());
  }
  return farthest;
}

Motion& cache_of(Shot& shot) { return shot.source.get<CachedSource>().motion; }

const Motion& cache_of(const Shot& shot) { return shot.source.get<CachedSource>().motion; }

}  // namespace retake
