// `retake simulate`: forward simulation of a shot, a mesh or a scene into a point cache.

#include <filesystem>

#include "apps/cli/commands.h"
#include "apps/cli/json_report.h"
#include "retake/shot/motion_export.h"
#include "retake/shot/sources/cache.h"

namespace retake::cli {

namespace {

void override_settings(const SimulateCommand& options, SimulationOptions& settings) {
  settings.frames = options.frames.value_or(settings.frames);
  settings.substeps = options.substeps.value_or(settings.substeps);
  settings.fps = options.fps.value_or(settings.fps);
  settings.law = options.law.value_or(settings.law);
  settings.integrator = options.integrator.value_or(settings.integrator);
  settings.validate();
}

bool is_key_framed_scene(const Shot& shot, const InputOptions& input) {
  return shot.source.find<CachedSource>() != nullptr && !std::filesystem::exists(input.what);
}

}  // namespace

void SimulateCommand::run(const CommonOptions& common) const {
  check_export_file(output, {.replace = replace});
  TerminalProgress progress = common.progress();
  auto [shot, notes] = open_input(input, progress);
  print_notes(notes);
  override_settings(*this, shot.setup.options);
  if (is_key_framed_scene(shot, input)) {
    throw InputError({.what = "the scene is key-framed: there is nothing to simulate",
                      .where = "scene '" + shot.name + "'",
                      .advice = "`retake scene " + shot.name + " -o FOLDER` writes its motion"});
  }
  // Opened before the work begins, so that a place that cannot be written is told at once.
  MotionWriter writer(output, shot.body().vertex_count(),
                      {.fps = shot.setup.options.fps,
                       .frame_count = shot.setup.options.frames,
                       .triangles = shot.body().triangles});
  const SimulationResult result = retake::simulate(shot.body(), shot.setup, progress);
  for (const FrameView& frame : result.motion.frames) writer.append(frame);
  writer.finish();
  progress.finish();
  const SimulationReport& report = result.report;
  if (common.json) {
    print_json({{"output", output},
                {"frames", result.motion.frame_count()},
                {"vertices", shot.body().vertex_count()},
                {"contacts", result.contacts.size()},
                {"newton_iterations", report.newton_iterations},
                {"unconverged_steps", report.unconverged_steps},
                {"notes", notes},
                {"seconds", report.seconds}});
    return;
  }
  fmt::print("{}: {} frames in {:.1f} s, {} Newton iterations, {} contacts\n", shot.name,
             result.motion.frame_count(), report.seconds, report.newton_iterations,
             result.contacts.size());
  if (report.unconverged_steps > 0) {
    fmt::print("{} timesteps stopped above the tolerance; more --substeps help\n",
               report.unconverged_steps);
  }
  fmt::print("wrote {}\n", output);
}

}  // namespace retake::cli
