// Rows `edit/bridge/...`: editing on the 2012 paper's bridge, 1,000 modes and 240 frames.
#include "apps/cli/bench_edit.h"

#include <algorithm>
#include <cmath>

#include "retake/numerics/stopwatch.h"

namespace retake::cli {

namespace {

constexpr int motion_frames = bridge_frames;

// 20 handles spread over body and time.
void add_spread_handles(MotionEdit& edit, const EditInput& input, int count) {
  const int n = input.body.vertex_count(), T = input.motion->frame_count();
  for (int i = 0; i < count; ++i) {
    const int vertex = free_vertex_near(input.body, (2 * i + 1) * n / (2 * count));
    edit.add(
        pull(input, vertex, 10 + (T - 20) * i / count, Vec3(0, 0.005, 0) * length_of(input.body)));
  }
}

// From a new handle beside one other, at another frame, to the first finished frame of its drag.
double seconds_to_the_first_frame(const EditInput& input, const BenchContext& context) {
  const Vec3 by = Vec3(0, 0, 0.01) * length_of(input.body);
  const std::vector<int> grabs = bridge_grabs(input.body, 3);
  MotionEdit edit(input, {.modes = 1000}, context.progress);
  edit.add(pull(input, grabs[0], 60, by));
  edit.solve();
  std::vector<double> seconds;
  for (int i = 0; i < 5; ++i) {
    const Stopwatch watch;
    const int id = edit.add(pull(input, grabs[1], 100 + 11 * i, by));
    edit.solve();
    edit.frame(100 + 11 * i);
    seconds.push_back(watch.seconds());
    edit.remove(id);
    edit.solve();
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

BenchRow add_handle(const BenchContext& context) {
  const EditInput input = still_bridge(context, 1000);
  MotionEdit edit(input, {.modes = 1000}, context.progress);
  add_spread_handles(edit, input, 20);
  edit.prepare();
  std::vector<double> seconds;
  for (int i = 0; i < 15; ++i) {
    const int vertex = free_vertex_near(input.body, 600 * i + 50);
    const Wish wish =
        pull(input, vertex, 15 + 11 * i, Vec3(0, 0.01, 0));  // no other is at that frame
    const Stopwatch watch;
    const int id = edit.add(wish);
    edit.prepare();
    seconds.push_back(watch.seconds());
    edit.remove(id);
  }
  std::sort(seconds.begin(), seconds.end());
  return {.value = 1e3 * seconds[seconds.size() / 2],
          .unit = "ms",
          .paper = 410,
          .least_megabytes = 4 * 8e-6 * 1000 * motion_frames,  // factor and column, once each
          .detail = {{"modes", 1000},
                     {"frames", motion_frames},
                     {"handles_before", 20},
                     {"to_the_first_frame_ms", 1e3 * seconds_to_the_first_frame(input, context)}}};
}

// Handles dragged along a path: seconds from new targets to one finished frame.
BenchRow drag(const BenchContext& context, int handles) {
  const EditInput input = still_bridge(context, 1000);
  const double length = length_of(input.body);
  MotionEdit edit(input, {.modes = 1000}, context.progress);
  std::vector<std::pair<int, Wish>> dragged;
  const std::vector<int> grabs = bridge_grabs(input.body, handles);
  for (int i = 0; i < handles; ++i) {
    const int frame = handles == 1 ? 60 : 25 + 27 * i;
    const Wish wish =
        pull(input, grabs[static_cast<std::size_t>(i)], frame, Vec3(0, 0, 1e-3 * length));
    dragged.emplace_back(edit.add(wish), wish);
  }
  const Stopwatch first_watch;
  edit.solve();
  edit.frame(dragged[0].second.frame);
  const double first = first_watch.seconds();
  std::vector<double> seconds;
  double worst_miss = 0, iterations = 0;
  for (int step = 1; step <= 24; ++step) {
    const double way = 0.05 * length * step / 24;
    const Stopwatch watch;
    for (const auto& [id, wish] : dragged) edit.move(id, wish.target + Vec3(0, 0.4 * way, way));
    const EditReport& report = edit.solve();
    edit.frame(dragged[0].second.frame);
    seconds.push_back(watch.seconds());
    for (const WishReport& wish : report.wishes)
      worst_miss = std::max(worst_miss, wish.miss / length);
    iterations += report.iterations / 24.0;
  }
  const Stopwatch other_watch;
  edit.frame(dragged[0].second.frame + 9);
  const double other = other_watch.seconds();
  std::sort(seconds.begin(), seconds.end());
  return {.value = 1e3 * seconds[seconds.size() / 2],
          .unit = "ms",
          .paper = handles == 1 ? std::optional(47.0) : std::nullopt,  // U z and warp alone
          .detail = {{"handles", handles},
                     {"best_ms", 1e3 * seconds.front()},
                     {"worst_ms", 1e3 * seconds.back()},
                     {"first_ms", 1e3 * first},
                     {"frame_never_seen_ms", 1e3 * other},
                     {"worst_miss_of_length", worst_miss},
                     {"mean_iterations", iterations}}};
}

BenchRow whole(const BenchContext& context) {
  const EditInput input = still_bridge(context, 1000);
  const double length = length_of(input.body);
  MotionEdit edit(input, {.modes = 1000}, context.progress);
  edit.add(pull(input, bridge_grabs(input.body, 1)[0], 60, Vec3(0, 0, 0.05 * length)));
  edit.solve();
  const double seconds = best_seconds(3, [&] { edit.motion(context.progress); });
  return {.value = seconds,
          .unit = "s",
          .paper = 240 * 0.047,
          .detail = {{"per_frame_ms", 1e3 * seconds / motion_frames}}};
}

// Neighbours all over the bridge wished against each other by 1 % of the length, along each axis:
// how much farther than that any vertex moves.
BenchRow contradiction(const BenchContext& context) {
  constexpr int places = 24;
  const EditInput input = still_bridge(context, 1000, 120);
  const Body& body = input.body;
  const double length = length_of(body), limit = 1e-3;
  MotionEdit edit(input, {.modes = 1000}, context.progress);
  double worst = 0;
  int pairs = 0, named = 0, above = 0;
  for (int i = 0; i < places; ++i) {
    const int vertex = i * (body.vertex_count() / places), neighbour = mesh_neighbour(body, vertex);
    const auto is_pinned = [&](int v) { return std::ranges::binary_search(body.pins, v); };
    if (is_pinned(vertex) || is_pinned(neighbour)) continue;
    for (int axis = 0; axis < 3; ++axis, ++pairs) {
      const Vec3 by = 0.01 * length * Vec3::Unit(axis);
      const int one = edit.add(pull(input, vertex, 60, by));
      const int other = edit.add(pull(input, neighbour, 60, -by));
      named += edit.solve().wishes[0].contradicts.empty() ? 0 : 1;
      const Eigen::Matrix3Xf moved = edit.frame(60) - input.motion->frames[60];
      const double beyond = moved.colwise().norm().maxCoeff() / length - 0.01;
      worst = std::max(worst, beyond);
      above += beyond > limit ? 1 : 0;
      edit.remove(one);
      edit.remove(other);
    }
  }
  return {.value = worst,
          .unit = "of the length",
          .detail = {{"pairs", pairs}, {"named", named}, {"above_limit", above}, {"limit", limit}}};
}

// How far vertices that stand above the level come below it, m.
double depth_below(double level, const Body& body, const Motion& motion) {
  double depth = 0;
  for (int v = 0; v < body.vertex_count(); ++v) {
    if (body.rest_positions(1, v) < level) continue;  // the masts stand in the sea
    for (const FrameView& frame : motion.frames) {
      depth = std::max(depth, level - static_cast<double>(frame(1, v)));
    }
  }
  return depth;
}

BenchRow sea(const BenchContext& context) {
  EditInput input = still_bridge(context, 1000, 120);
  const double length = length_of(input.body);
  const int deck = bridge_grabs(input.body, 2)[1];
  const double level = input.body.rest_positions(1, deck) - 0.03 * length;
  input.obstacles = {{.name = "sea", .shape = PlaneObstacle{.point = {0, level, 0}}}};
  EditSettings settings{.modes = 1000};
  const auto edited = [&](bool one_sided) {
    settings.contacts.one_sided = one_sided;
    MotionEdit edit(input, settings, context.progress);
    edit.add(pull(input, deck, 60, Vec3(0, -0.06 * length, 0)));
    const EditReport report = edit.solve_one_sided(context.progress);
    return std::pair(report, edit.motion(context.progress));
  };
  const Stopwatch watch;
  const auto [report, motion] = edited(true);
  const double seconds = watch.seconds();
  return {.value = depth_below(level, input.body, motion) / length,
          .unit = "of the length",
          .detail = {{"without", depth_below(level, input.body, edited(false).second) / length},
                     {"seconds", seconds},
                     {"rows_that_push", report.one_sided_active},
                     {"before_the_last_clamp", report.worst_penetration / length}}};
}

}  // namespace

std::vector<BenchCase> edit_bench_cases() {
  return {{"edit/bridge/add-handle",
           "add a vertex handle beside 20 others, 1,000 modes, 240 frames", add_handle},
          {"edit/bridge/drag", "drag one handle to one finished frame",
           [](const BenchContext& context) { return drag(context, 1); }},
          {"edit/bridge/drag-8", "drag 8 handles at 8 frames to one finished frame",
           [](const BenchContext& context) { return drag(context, 8); }},
          {"edit/bridge/whole", "all 240 frames warped", whole},
          {"edit/bridge/handle-error", "worst miss of bending drags up to 10 %", edit_handle_error},
          {"edit/bridge/contradiction", "neighbours pulled apart by 1 %: motion beyond the wishes",
           contradiction},
          {"edit/bridge/sea", "deck pulled under the sea: depth below it at any frame", sea}};
}

}  // namespace retake::cli
