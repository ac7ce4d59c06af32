// Rows `edit/tumble/...`: a free body of 48k tets that rolls down stairs, 500 modes, 600 frames.
#include <algorithm>
#include <filesystem>

#include "apps/cli/bench_edit.h"
#include "retake/mesh/embedding.h"
#include "retake/mesh/motion_file.h"
#include "retake/modes/mode_cache.h"
#include "retake/numerics/stopwatch.h"
#include "scenes/scene.h"

namespace retake::cli {

namespace {

namespace fs = std::filesystem;

// The full body carried along by the simulation of the small one (half a minute; the full one takes
// a quarter of an hour), kept beside the modes.
Motion carried_motion(const Body& full, const BenchContext& context) {
  const fs::path kept = default_cache_folder() / "bench-tumble-600.pc2";
  if (fs::exists(kept)) {
    Motion motion = read_motion(kept, {.fps = 120});
    if (motion.frame_count() == 600 && motion.frames[0].cols() == full.vertex_count())
      return motion;
  }
  Scene small = build_scene("tumble", SceneSize::standard, context.progress);
  small.setup.options.fps = 120;
  small.setup.options.frames = 600;
  const Motion coarse = make_motion(small, context.progress).motion;
  const Embedding embedding =
      embed(full.rest_positions, {small.body.rest_positions, small.body.tets});
  Motion motion{.fps = 120};
  for (const FrameView& frame : coarse.frames) motion.frames.push_back(apply(embedding, frame));
  fs::create_directories(kept.parent_path());
  write_motion(kept, motion);
  return motion;
}

struct Opened {
  EditInput input;
  std::unique_ptr<MotionEdit> edit;
  double seconds = 0;  // with modes from the cache, without making the motion
};

EditSettings tumble_settings() {
  EditSettings settings{.modes = 500};
  settings.contacts.from = ContactSource::detect;
  return settings;
}

Opened open_tumble(const BenchContext& context) {
  const Scene scene = build_scene("tumble", SceneSize::full, context.progress);
  Opened opened;
  opened.input.body = scene.body;
  opened.input.obstacles = scene.setup.obstacles;
  opened.input.motion = std::make_shared<Motion>(carried_motion(scene.body, context));
  cached_modes(scene.body, {.count = 500}, {}, context.progress);
  const Stopwatch watch;
  opened.input.modes = std::make_shared<Modes>(
      cached_modes(scene.body, {.count = 500}, {}, context.progress).result.modes);
  opened.edit = std::make_unique<MotionEdit>(opened.input, tumble_settings(), context.progress);
  opened.seconds = watch.seconds();
  return opened;
}

BenchRow open(const BenchContext& context) {
  const Opened opened = open_tumble(context);
  return {.value = opened.seconds,
          .unit = "s",
          .paper = 35,
          .detail = contact_counts(opened.edit->report())};
}

BenchRow drag_trunk(const BenchContext& context) {
  const Opened opened = open_tumble(context);
  MotionEdit& edit = *opened.edit;
  const double length = length_of(opened.input.body);
  const int frame = 300;
  const Wish wish =
      pull(opened.input, trunk_of(opened.input.body), frame, Vec3(0, 1e-3 * length, 0));
  const int id = edit.add(wish);
  const Stopwatch first_watch;
  edit.solve();
  edit.frame(frame);
  const double first = first_watch.seconds();
  std::vector<double> seconds;
  double miss = 0;
  for (int step = 1; step <= 20; ++step) {
    const Stopwatch watch;
    edit.move(id, wish.target + Vec3(0, 0.05 * length * step / 20, 0));
    miss = std::max(miss, edit.solve().wishes[0].miss / length);
    edit.frame(frame);
    seconds.push_back(watch.seconds());
  }
  std::sort(seconds.begin(), seconds.end());
  BenchRow row{.value = 1e3 * seconds[seconds.size() / 2],
               .unit = "ms",
               .paper = 71,  // U z and warp alone
               .detail = contact_counts(edit.report())};
  row.detail["worst_ms"] = 1e3 * seconds.back();
  row.detail["first_ms"] = 1e3 * first;
  row.detail["worst_miss_of_length"] = miss;
  return row;
}

}  // namespace

std::vector<BenchCase> edit_tumble_bench_cases() {
  return {{"edit/tumble/open",
           "open an edit of 48k tets, 500 modes, 600 frames, contacts found and clustered", open},
          {"edit/tumble/drag", "drag the trunk to one finished frame", drag_trunk}};
}

}  // namespace retake::cli
