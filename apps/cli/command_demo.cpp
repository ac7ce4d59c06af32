// `retake demo`: the editor on a built-in scene, or a picture of it; no input needed.
#include <cmath>
#include <numbers>

#include "apps/cli/editor_session.h"
#include "apps/cli/json_report.h"
#include "apps/cli/output_check.h"
#include "apps/server/engine/shot_picture.h"
#include "retake/numerics/stopwatch.h"

namespace retake::cli {

namespace {

// Simulates the scene, finds its modes, draws it.
void draw(const DemoCommand& demo, const CommonOptions& common) {
  namespace fs = std::filesystem;
  const fs::path target = demo.folder;
  const fs::path sheet = target / (demo.scene + "-sheet.png");
  const fs::path animation = target / (demo.scene + ".png");
  check_new_files({sheet.string(), animation.string()}, demo.replace);
  check_folder(demo.folder);
  TerminalProgress progress = common.progress();
  const Stopwatch watch;
  const Shot shot = to_shot(build_scene(demo.scene, demo.window.size, progress), progress);
  const SimulationResult result = make_motion(shot, progress);
  const ModeResult modes = cached_modes(shot.body(), {.count = 30}, {}, progress).result;

  save_picture(shot, result.motion, {}, sheet, progress);
  save_picture(shot, result.motion, {.kind = PictureRequest::Kind::animation}, animation, progress);
  progress.finish();

  const double lowest = std::sqrt(modes.modes.eigenvalues[0]) / (2 * std::numbers::pi);
  if (common.json) {
    print_json({{"scene", shot.name},
                {"frames", result.motion.frame_count()},
                {"lowest_mode_hz", lowest},
                {"animation", animation.string()},
                {"sheet", sheet.string()},
                {"seconds", watch.seconds()}});
    return;
  }
  fmt::print("{}: {} vertices, {} frames, softest mode {:.2f} Hz, ready in {:.1f} s\n", shot.name,
             shot.body().vertex_count(), result.motion.frame_count(), lowest, watch.seconds());
  fmt::print("  animation      {}   (animated PNG: open it in a browser)\n",
             fs::absolute(animation).string());
  fmt::print("  contact sheet  {}\n", fs::absolute(sheet).string());
}

}  // namespace

void DemoCommand::run(const CommonOptions& common) const {
  if (picture) {
    draw(*this, common);
  } else {
    run_editor(window, scene, {}, common);
  }
}

}  // namespace retake::cli
