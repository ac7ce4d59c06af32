// Rows `edit/growth/...`: how the cost of an edit grows with frames, modes, handles and tets.
#include "apps/cli/bench_bodies.h"
#include "apps/cli/bench_edit.h"
#include "retake/numerics/stopwatch.h"
#include "scenes/scene.h"

namespace retake::cli {

namespace {

struct EditSize {
  int frames = 240, modes = 200, handles = 1;
};

struct EditTimes {
  double open = 0, add = 0, first_solve = 0, drag = 0, frame = 0;  // s
  int looks = 0;  // of the drag: at every frame with a handle
};

EditTimes times_of(const Body& body, const EditSize& size, const BenchContext& context) {
  const EditInput input = still_input(body, size.modes, size.frames, context);
  const double length = length_of(body);
  EditTimes times;
  Stopwatch watch;
  MotionEdit edit(input, {.modes = size.modes}, context.progress);
  times.open = watch.seconds();
  std::vector<std::pair<int, Wish>> handles;
  watch = {};
  for (int i = 0; i < size.handles; ++i) {
    const int vertex =
        free_vertex_near(body, (2 * i + 1) * body.vertex_count() / (2 * size.handles));
    const int frame = 5 + (size.frames - 10) * (2 * i + 1) / (2 * size.handles);
    const Wish wish = pull(input, vertex, frame, Vec3(0, 0, 1e-3 * length));
    handles.emplace_back(edit.add(wish), wish);
  }
  edit.prepare();
  times.add = watch.seconds() / size.handles;
  watch = {};
  edit.solve();
  times.first_solve = watch.seconds();
  times.drag = best_seconds(3, [&] {
    for (const auto& [id, wish] : handles) edit.move(id, wish.target + Vec3(0, 0, 1e-3 * length));
    times.looks = 1 + edit.solve().iterations;
  });
  times.frame = best_seconds(3, [&] { edit.frame(handles[0].second.frame); });
  return times;
}

Json times_to_json(const EditTimes& times) {
  return {{"open_ms", 1e3 * times.open},
          {"add_ms", 1e3 * times.add},
          {"first_solve_ms", 1e3 * times.first_solve},
          {"drag_ms", 1e3 * times.drag},
          {"looks_of_drag", times.looks},
          {"frame_ms", 1e3 * times.frame}};
}

Body standard_bridge(const BenchContext& context) {
  return build_scene("bridge", SceneSize::standard, context.progress).body;
}

// The largest of the sizes is the row's figure (a drag with its frame); the others stand beside it.
BenchRow growth(const BenchContext& context,
                const std::vector<std::pair<std::string, EditSize>>& sizes) {
  const Body body = standard_bridge(context);
  BenchRow row{.unit = "ms"};
  for (const auto& [name, size] : sizes) {
    const EditTimes times = times_of(body, size, context);
    row.value = 1e3 * (times.drag + times.frame);
    row.detail[name] = times_to_json(times);
  }
  row.memory_mb = peak_memory_mb();
  return row;
}

BenchRow frames(const BenchContext& context) {
  return growth(context,
                {{"250", {.frames = 250}}, {"1000", {.frames = 1000}}, {"5000", {.frames = 5000}}});
}

BenchRow modes(const BenchContext& context) {
  return growth(context,
                {{"100", {.modes = 100}}, {"300", {.modes = 300}}, {"1000", {.modes = 1000}}});
}

BenchRow handles(const BenchContext& context) {
  return growth(context, {{"1", {.handles = 1}}, {"8", {.handles = 8}}, {"64", {.handles = 64}}});
}

BenchRow tets(const BenchContext& context) {
  BenchRow row{.unit = "ms"};
  for (const auto& body :
       {standard_bridge(context), paper_body(context, "bridge/bridge.abq"), tumble_body(context)}) {
    const EditTimes times = times_of(body, {}, context);
    row.value = 1e3 * (times.drag + times.frame);
    row.detail[std::to_string(body.tets.cols())] = times_to_json(times);
  }
  row.memory_mb = peak_memory_mb();
  return row;
}

}  // namespace

std::vector<BenchCase> edit_growth_bench_cases() {
  return {{"edit/growth/frames-5000", "drag and one frame, 250 to 5,000 frames", frames},
          {"edit/growth/modes-1000", "100 to 1,000 modes", modes},
          {"edit/growth/handles-64", "1 to 64 handles at as many frames", handles},
          {"edit/growth/tets-48000", "three bodies up to 48k tets", tets}};
}

}  // namespace retake::cli
