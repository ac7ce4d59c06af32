// Row `editor/bridge/drag`: from the message that moves a handle to both views' positions.
#include <algorithm>

#include "apps/cli/bench_edit.h"
#include "apps/cli/bench_editor.h"
#include "retake/modes/mode_cache.h"
#include "retake/numerics/stopwatch.h"
#include "scenes/scene.h"

namespace retake::cli {

namespace {

constexpr int mode_total = 1000;
constexpr int drag_moves = 60;
constexpr int edited_frame = 60, playing_frame = 84;  // of the left and the right view
constexpr int quiet_ms = 300;                         // ms: nothing more is under way

struct Handle {
  int layer = 0, wish = 0;
  Vec3 start;
};

// A layer of 1,000 modes with one handle, where the vertex is.
Handle add_handle(BenchTab& tab, int vertex) {
  for (const auto& [stream, frame] : {std::pair(0, edited_frame), {1, playing_frame}}) {
    tab.ask({{"type", "look"},
             {"stream", stream},
             {"frame", frame},
             {"what", "result"},
             {"heat", "none"}});
  }
  ReceivedFrame shown = tab.next_frame();
  while (shown.stream != 0) shown = tab.next_frame();
  const Vec3 start = shown.vertex(vertex);
  const Json wish = {{"name", "mast"},
                     {"kind", "position"},
                     {"frame", edited_frame},
                     {"vertex", vertex},
                     {"target", {start.x(), start.y(), start.z()}}};
  const Json layer = {{"name", "pull"},
                      {"kind", "green"},
                      {"settings", {{"modes", mode_total}}},
                      {"wishes", {wish}}};
  const Json edit = {{"edit", "add_layer"}, {"index", 0}, {"content", layer}};
  const Json ids = tab.ask({{"type", "edit"}, {"edit", edit}})["ids"];
  return {.layer = ids.at(0), .wish = ids.at(1), .start = start};
}

// Milliseconds until both views have answered one move.
double move(BenchTab& tab, const Handle& handle, int drag, const Vec3& target) {
  const Json edit = {{"edit", "move_wish"},
                     {"layer", handle.layer},
                     {"wish", handle.wish},
                     {"target", {target.x(), target.y(), target.z()}},
                     {"drag", drag}};
  const Stopwatch watch;
  tab.say({{"type", "edit"}, {"edit", edit}});
  std::array<bool, 2> seen{};
  while (!(seen[0] && seen[1])) seen[static_cast<std::size_t>(tab.next_frame().stream)] = true;
  return 1e3 * watch.seconds();
}

BenchRow drag_over_the_wire(const BenchContext& context) {
  const Scene scene = build_scene("bridge", SceneSize::full, context.progress);
  const Shot shot = to_shot(scene, context.progress);
  const double length = length_of(shot.body());
  cached_modes(shot.body(), {.count = mode_total}, {}, context.progress);
  EditorUnderTest editor([&](const std::string&) { return shot; });
  BenchTab tab(editor.address());
  tab.say({{"type", "open"}, {"scene", "bench"}});
  tab.await("opened");
  const Handle handle = add_handle(tab, bridge_grabs(shot.body(), 1).front());
  tab.await("report");
  tab.settle(10 * quiet_ms);

  const int number = tab.ask({{"type", "begin_drag"}})["drag"];
  std::vector<double> times;
  const double before = processor_seconds();
  for (int i = 1; i <= drag_moves; ++i) {
    context.progress.update("dragging", static_cast<double>(i) / drag_moves);
    const Vec3 by(0, 0, 0.05 * length * i / drag_moves);
    times.push_back(move(tab, handle, number, handle.start + by));
    tab.settle(quiet_ms / 10);
  }
  const double used = processor_seconds() - before;
  tab.ask({{"type", "end_drag"}});
  std::sort(times.begin(), times.end());
  return {.value = times[times.size() / 2],
          .unit = "ms",
          .detail = {{"vertices", shot.body().vertex_count()},
                     {"modes", mode_total},
                     {"moves", drag_moves},
                     {"ms_95_percent", times[times.size() * 95 / 100]},
                     {"processor_ms_a_move", 1e3 * used / drag_moves}}};
}

}  // namespace

std::vector<BenchCase> editor_drag_bench_cases() {
  return {{"editor/bridge/drag",
           "a handle moved, 1,000 modes: until both views' positions have come over the socket",
           drag_over_the_wire}};
}

}  // namespace retake::cli
