#include "apps/cli/shot_input.h"

#include <cstdio>
#include <filesystem>

#include <fmt/core.h>

#include "retake/mesh/ascii_text.h"
#include "retake/numerics/errors.h"
#include "retake/shot/sources/simulate.h"

namespace retake::cli {

namespace fs = std::filesystem;

namespace {

ShotReading shot_of_mesh(const fs::path& mesh, const std::string& pins) {
  ShotReading reading;
  Shot& shot = reading.shot;
  shot.bodies.only() = read_body(mesh, &reading.notes);
  for (std::string& note : reading.notes) note.insert(0, mesh.string() + ": ");
  shot.name = shot.body().name;
  shot.source = SimulateSource();
  if (!pins.empty()) {
    shot.bodies.only().pins = read_pinned_vertices(pins, shot.body().vertex_count());
  }
  return reading;
}

void refuse_pins(const InputOptions& options) {
  if (options.pins.empty()) return;
  throw InputError({.what = "--pins goes with a mesh file; shots and scenes have pins of their own",
                    .where = options.what});
}

bool looks_like_a_file(const std::string& what) {
  return what.find('/') != std::string::npos || fs::path(what).has_extension();
}

}  // namespace

ShotReading open_input(const InputOptions& options, Progress& progress) {
  const fs::path path = options.what;
  if (fs::is_regular_file(path) || looks_like_a_file(options.what)) {
    if (!fs::exists(path)) {
      throw FileError({.what = "no such file",
                       .where = options.what,
                       .advice = "Check the path, or name a scene (`retake scene` lists them)"});
    }
    if (ending_of(path) != ".json") return shot_of_mesh(path, options.pins);
    refuse_pins(options);
    return read_shot_with_notes(path, [&](const std::string& scene) {
      return to_shot(build_scene(scene, options.size, progress), progress);
    });
  }
  refuse_pins(options);
  return {to_shot(build_scene(options.what, options.size, progress), progress), {}};
}

void print_notes(const Notes& notes) {
  for (const std::string& note : notes) fmt::print(stderr, "retake: note: {}\n", note);
}

}  // namespace retake::cli
