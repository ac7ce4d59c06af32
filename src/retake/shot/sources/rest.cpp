#include "retake/shot/sources/rest.h"

#include "retake/shot/source_kinds.h"

namespace retake {

namespace {

AnySource read_rest(JsonFields& fields, const SourceReading& reading) {
  RestSource still(1, reading.shot.setup.options.fps);
  fields.read("frames", still.frames);
  fields.read("fps", still.fps);
  check_fps(fields, still.fps);
  if (still.frames < 1 || still.frames > 1'000'000) {
    fields.refuse("frames", {.what = "impossible number of frames",
                             .expected = "1 to 1,000,000",
                             .found = std::to_string(still.frames)});
  }
  return still;
}

}  // namespace

const SourceKind& rest_kind() {
  static const SourceKind kind = {.name = "rest", .read = read_rest};
  return kind;
}

const SourceKind& RestSource::kind() const { return rest_kind(); }

void RestSource::write(Json& source, const SourceWriting& writing) const {
  source["frames"] = frames;
  source["fps"] = fps;
  write_contacts(source, writing);
}

SimulationResult RestSource::make_motion(const Shot& shot, Progress&) const {
  SimulationResult result;
  result.contacts = shot.contacts;
  result.motion.fps = fps;
  result.motion.frames.assign(static_cast<std::size_t>(frames),
                              shot.body().rest_positions.cast<float>());
  return result;
}

}  // namespace retake
