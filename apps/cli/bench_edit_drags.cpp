// Rows `edit/scenes/...`: points of the built-in scenes chosen at random and dragged by 5 % of the
// body's size to random sides, in the middle of the motion, with all settings as they come.
#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "apps/cli/bench_edit.h"
#include "retake/modes/mode_cache.h"
#include "retake/numerics/stopwatch.h"
#include "scenes/scene.h"

namespace retake::cli {

namespace {

constexpr std::array dragged_scenes = {"bridge", "curtain", "dino", "flower", "gull", "plush"};
constexpr int drags_per_scene = 8;
constexpr double drag_length = 0.05;   // of the size
constexpr double met_part = 0.02;      // of the drag: a miss that counts as none
constexpr double least_motion = 1e-4;  // of the size: points that stand still are not dragged
constexpr double least_apart = 0.2;    // of the size: a point that is pinned, from the dragged one
constexpr int path_steps = 16;         // to 1.6 times the drag

struct Drag {
  int vertex = 0, pinned = 0;
  Vec3 by;  // m
};

struct Dragged {
  EditInput input;
  int frame = 0;
  double size = 0;  // m
  std::vector<Drag> drags;
};

// The same on every machine, which distributions of the standard library are not.
class Dice {
 public:
  double number() { return static_cast<double>(engine_()) / 4294967296.0; }  // 0 ... 1
  int one_of(const std::vector<int>& all) {
    return all[static_cast<std::size_t>(number() * static_cast<double>(all.size()))];
  }
  Vec3 direction() {
    for (;;) {
      const Vec3 point = 2 * Vec3{number(), number(), number()} - Vec3::Ones();
      if (point.norm() > 0.1 && point.norm() <= 1) return point.normalized();
    }
  }

 private:
  std::mt19937 engine_{11};
};

std::vector<int> moving_vertices(const EditInput& input, int frame, double least) {
  const FrameView first = input.motion->frames[0],
                  then = input.motion->frames[static_cast<std::size_t>(frame)];
  std::vector<int> moving;
  for (int v = 0; v < input.body.vertex_count(); ++v) {
    const bool pinned = std::binary_search(input.body.pins.begin(), input.body.pins.end(), v);
    if (!pinned && (then.col(v) - first.col(v)).norm() > least) moving.push_back(v);
  }
  return moving;
}

std::vector<Drag> random_drags(const EditInput& input, int frame, double size) {
  const std::vector<int> moving = moving_vertices(input, frame, least_motion * size);
  const FrameView positions = input.motion->frames[static_cast<std::size_t>(frame)];
  Dice dice;
  std::vector<Drag> drags(drags_per_scene);
  for (Drag& drag : drags) {
    drag.vertex = dice.one_of(moving);
    std::vector<int> far;
    std::copy_if(moving.begin(), moving.end(), std::back_inserter(far), [&](int v) {
      return (positions.col(v) - positions.col(drag.vertex)).norm() > least_apart * size;
    });
    drag.pinned = dice.one_of(far);
    drag.by = drag_length * size * dice.direction();
  }
  return drags;
}

Dragged dragged_scene(const std::string& name, const BenchContext& context) {
  const Scene scene = build_scene(name, SceneSize::standard, context.progress);
  SimulationResult made = make_motion(scene, context.progress);
  Dragged dragged{.input = {.body = scene.setup.body,
                            .motion = std::make_shared<Motion>(std::move(made.motion)),
                            .obstacles = scene.setup.obstacles,
                            .contacts = std::move(made.contacts)}};
  EditInput& input = dragged.input;
  input.modes = std::make_shared<Modes>(
      cached_modes(input.body, {.count = 300}, {}, context.progress).result.modes);
  dragged.frame = input.motion->frame_count() / 2;
  dragged.size = length_of(input.body);
  dragged.drags = random_drags(input, dragged.frame, dragged.size);
  return dragged;
}

double rounded(double value) { return std::round(1e3 * value) / 1e3; }

double farthest_between(const Eigen::Matrix3Xf& a, const Eigen::Matrix3Xf& b) {
  return (a - b).colwise().norm().maxCoeff();
}

// What one drag came to, lengths over that of the drag.
struct Answer {
  double missed = 0;    // by the worst wish
  double farthest = 0;  // of any vertex of the frame
  double seconds = 0;   // of one move
  HandleStop stop = HandleStop::converged;
};

Answer answer_to(MotionEdit& edit, const Dragged& scene, const Drag& drag, bool with_pin) {
  const double length = drag.by.norm();
  std::vector<int> ids;
  if (with_pin) ids.push_back(edit.add(pull(scene.input, drag.pinned, scene.frame, Vec3::Zero())));
  const Wish wish = pull(scene.input, drag.vertex, scene.frame, drag.by);
  ids.push_back(edit.add(pull(scene.input, drag.vertex, scene.frame, 0.9 * drag.by)));
  edit.solve();
  const Stopwatch watch;
  edit.move(ids.back(), wish.target);
  const EditReport& report = edit.solve();
  Answer answer{.seconds = watch.seconds(), .stop = report.stop};
  for (const WishReport& asked : report.wishes) {
    answer.missed = std::max(answer.missed, asked.miss / length);
  }
  answer.farthest =
      farthest_between(edit.frame(scene.frame),
                       scene.input.motion->frames[static_cast<std::size_t>(scene.frame)]) /
      length;
  for (const int id : ids) edit.remove(id);
  return answer;
}

BenchRow count_met(const BenchContext& context, bool with_pin) {
  BenchRow row{.unit = "of " + std::to_string(dragged_scenes.size() * drags_per_scene)};
  for (const char* name : dragged_scenes) {
    const Dragged scene = dragged_scene(name, context);
    MotionEdit edit(scene.input, {}, context.progress);
    Json& detail = row.detail[name];
    for (const Drag& drag : scene.drags) {
      const Answer answer = answer_to(edit, scene, drag, with_pin);
      row.value += answer.missed < met_part ? 1 : 0;
      detail["missed"].push_back(rounded(answer.missed));
      detail["farthest"].push_back(rounded(answer.farthest));
      detail["stopped"].push_back(name_of(answer.stop));
      detail["ms"].push_back(rounded(1e3 * answer.seconds));
    }
  }
  return row;
}

BenchRow drags(const BenchContext& context) { return count_met(context, false); }

BenchRow drags_beside_a_pin(const BenchContext& context) { return count_met(context, true); }

// How far any vertex goes at once while the hand goes on by a tenth of the drag, over that.
double worst_step(MotionEdit& edit, const Dragged& scene, const Drag& drag, bool with_pin) {
  std::vector<int> ids;
  if (with_pin) ids.push_back(edit.add(pull(scene.input, drag.pinned, scene.frame, Vec3::Zero())));
  const Wish wish = pull(scene.input, drag.vertex, scene.frame, Vec3::Zero());
  ids.push_back(edit.add(wish));
  Eigen::Matrix3Xf before = scene.input.motion->frames[static_cast<std::size_t>(scene.frame)];
  double worst = 0;
  for (int step = 1; step <= path_steps; ++step) {
    edit.move(ids.back(), wish.target + 0.1 * step * drag.by);
    edit.solve();
    Eigen::Matrix3Xf now = edit.frame(scene.frame);
    worst = std::max(worst, farthest_between(now, before) / (0.1 * drag.by.norm()));
    before = std::move(now);
  }
  for (const int id : ids) edit.remove(id);
  return worst;
}

BenchRow steadiness(const BenchContext& context, bool with_pin) {
  BenchRow row{.unit = "steps"};
  std::vector<double> all;
  for (const char* name : dragged_scenes) {
    const Dragged scene = dragged_scene(name, context);
    MotionEdit edit(scene.input, {}, context.progress);
    for (const Drag& drag : scene.drags) {
      all.push_back(worst_step(edit, scene, drag, with_pin));
      row.detail[name].push_back(rounded(all.back()));
    }
  }
  std::sort(all.begin(), all.end());
  row.value = all.back();
  row.detail["median"] = rounded(all[all.size() / 2]);
  return row;
}

BenchRow steadiness_of_drags(const BenchContext& context) { return steadiness(context, false); }

BenchRow steadiness_beside_a_pin(const BenchContext& context) { return steadiness(context, true); }

}  // namespace

std::vector<BenchCase> edit_drags_bench_cases() {
  return {
      {"edit/scenes/drags", "random drags that are met to 2 %", drags},
      {"edit/scenes/beside-a-pin", "the same with another point pinned at the frame",
       drags_beside_a_pin},
      {"edit/scenes/steadiness",
       "how far the body goes at most for a step of the hand, over that step", steadiness_of_drags},
      {"edit/scenes/steadiness-beside-a-pin", "the same with another point pinned at the frame",
       steadiness_beside_a_pin}};
}

}  // namespace retake::cli
