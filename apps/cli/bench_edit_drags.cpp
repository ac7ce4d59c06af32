// Rows `edit/scenes/...`: points of the built-in scenes chosen at random and dragged by 5 % of the
// body's size to random sides, in the middle of the motion, with all settings as they come.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "apps/cli/bench_drags.h"
#include "apps/cli/bench_edit.h"

namespace retake::cli {

namespace {

constexpr std::array dragged_scenes = {"bridge", "curtain", "dino", "flower", "gull", "plush"};
constexpr double met_part = 0.02;  // of the drag: a miss that counts as none
constexpr int path_steps = 16;     // to 1.6 times the drag
constexpr int circle_steps = 48;   // around, by a tenth of the drag and a little more each
constexpr double jump = 8;         // steps of the hand: what counts as one

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double largest_of(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

BenchRow count_met(const BenchContext& context, unsigned draw, bool with_pin) {
  BenchRow row{.unit = "of " + std::to_string(dragged_scenes.size() * drags_per_scene)};
  std::vector<double> farthest, ms_met, ms_missed;
  int unsound = 0, unsound_elsewhere = 0;
  for (const char* name : dragged_scenes) {
    const Dragged scene = dragged_scene(name, draw, context);
    MotionEdit edit(*scene.input, {}, context.progress);
    Json& detail = row.detail[name];
    for (const Drag& drag : scene.drags) {
      const Answer answer = answer_to(edit, scene, drag, with_pin);
      const bool is_met = answer.missed < met_part;
      row.value += is_met ? 1 : 0;
      farthest.push_back(answer.farthest);
      (is_met ? ms_met : ms_missed).push_back(1e3 * answer.seconds);
      unsound += answer.is_sound ? 0 : 1;
      unsound_elsewhere += answer.is_sound_elsewhere ? 0 : 1;
      detail["missed"].push_back(rounded(answer.missed));
      detail["farthest"].push_back(rounded(answer.farthest));
      detail["stopped"].push_back(name_of(answer.stop));
      detail["ms"].push_back(rounded(1e3 * answer.seconds));
    }
  }
  row.detail["farthest"] = {{"median", rounded(median_of(farthest))},
                            {"worst", rounded(largest_of(farthest))}};
  row.detail["ms"] = {{"met", rounded(median_of(ms_met))},
                      {"missed", rounded(median_of(ms_missed))}};
  row.detail["unsound"] = unsound;
  row.detail["unsound_at_other_frames"] = unsound_elsewhere;
  return row;
}

// Where the hand goes, over the length of the drag.
std::vector<Vec3> straight_way(const Drag& drag) {
  std::vector<Vec3> way;
  for (int step = 1; step <= path_steps; ++step) way.emplace_back(0.1 * step * drag.by);
  return way;
}

// A circle through the input whose far side is the end of the drag, and the same way back.
std::vector<Vec3> circle_and_back(const Drag& drag) {
  const Vec3 across = drag.by.unitOrthogonal() * drag.by.norm();
  std::vector<Vec3> way;
  for (int step = 1; step <= circle_steps; ++step) {
    const double angle = 2 * std::numbers::pi * step / circle_steps;
    way.emplace_back(0.5 * ((1 - std::cos(angle)) * drag.by + std::sin(angle) * across));
  }
  for (int step = circle_steps - 1; step-- > 0;) way.push_back(way[static_cast<std::size_t>(step)]);
  return way;
}

using WayOf = std::vector<Vec3> (*)(const Drag& drag);

struct Walk {
  double worst_step = 0;  // of any vertex while the hand makes one, over that
  double apart = 0;       // two visits of one place, over the size
};

Walk walk(MotionEdit& edit, const Dragged& scene, const Drag& drag, bool with_pin, WayOf way_of) {
  const HeldWish held(edit, scene, drag, with_pin);
  Walk walk;
  Eigen::Matrix3Xf before = scene.input_frame();
  Vec3 hand = Vec3::Zero();
  std::vector<std::pair<Vec3, Eigen::Matrix3Xf>> visits;
  for (const Vec3& place : way_of(drag)) {
    Eigen::Matrix3Xf now = held.moved_by(place);
    walk.worst_step =
        std::max(walk.worst_step, farthest_between(now, before) / (place - hand).norm());
    for (const auto& [where, then] : visits) {
      if (where == place)
        walk.apart = std::max(walk.apart, farthest_between(now, then) / scene.size);
    }
    visits.emplace_back(place, now);
    before = std::move(now);
    hand = place;
  }
  return walk;
}

BenchRow steadiness(const BenchContext& context, unsigned draw, bool with_pin, WayOf way_of) {
  BenchRow row{.unit = "steps"};
  std::vector<double> all;
  double apart = 0;
  for (const char* name : dragged_scenes) {
    const Dragged scene = dragged_scene(name, draw, context);
    MotionEdit edit(*scene.input, {}, context.progress);
    for (const Drag& drag : scene.drags) {
      const Walk walked = walk(edit, scene, drag, with_pin, way_of);
      all.push_back(walked.worst_step);
      apart = std::max(apart, walked.apart);
      row.detail[name].push_back(rounded(all.back()));
    }
  }
  row.value = largest_of(all);
  row.detail["median"] = rounded(median_of(all));
  row.detail["jumps"] = std::count_if(all.begin(), all.end(), [](double s) { return s > jump; });
  row.detail["two_visits_apart"] = apart;
  return row;
}

template <unsigned draw, bool with_pin>
BenchRow met(const BenchContext& context) {
  return count_met(context, draw, with_pin);
}

template <unsigned draw, bool with_pin>
BenchRow straight(const BenchContext& context) {
  return steadiness(context, draw, with_pin, straight_way);
}

template <unsigned draw, bool with_pin>
BenchRow around(const BenchContext& context) {
  return steadiness(context, draw, with_pin, circle_and_back);
}

}  // namespace

std::vector<BenchCase> edit_drags_bench_cases() {
  return {
      {"edit/scenes/drags", "random drags that are met to 2 % in all directions", met<11, false>},
      {"edit/scenes/beside-a-pin", "the same with another point pinned at the frame",
       met<11, true>},
      {"edit/scenes/steadiness",
       "how far the body goes at most for a step of the hand, over that step", straight<11, false>},
      {"edit/scenes/steadiness-beside-a-pin", "the same with another point pinned at the frame",
       straight<11, true>},
      {"edit/scenes/circle", "the same while the hand goes around and back", around<11, false>},
      {"edit/scenes/circle-beside-a-pin", "the same with another point pinned at the frame",
       around<11, true>},
      {"edit/scenes/other-drags", "another draw of drags that are met to 2 %", met<5, false>},
      {"edit/scenes/other-beside-a-pin", "the same with another point pinned at the frame",
       met<5, true>},
      {"edit/scenes/other-steadiness", "steps of the body for a step of the hand, another draw",
       straight<5, false>},
      {"edit/scenes/other-steadiness-beside-a-pin",
       "the same with another point pinned at the frame", straight<5, true>}};
}

}  // namespace retake::cli
