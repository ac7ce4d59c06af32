#include "apps/cli/bench_drag_rows.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace retake::cli {

namespace {

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

}  // namespace

BenchRow count_met(const DraggedBodies& bodies, bool with_pin, const BenchContext& context) {
  BenchRow row{.unit = "of " + std::to_string(bodies.size() * drags_per_scene)};
  std::vector<double> farthest, missed_over_met;
  int unsound = 0, unsound_elsewhere = 0;
  for (const auto& [name, dragged] : bodies) {
    const Dragged scene = dragged(context);
    MotionEdit edit(*scene.input, scene.settings(), context.progress);
    Json& detail = row.detail[name];
    std::vector<double> ms_met, ms_missed;
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
    for (const double ms : ms_missed) missed_over_met.push_back(ms / median_of(ms_met));
  }
  row.detail["farthest"] = {{"median", rounded(median_of(farthest))},
                            {"worst", rounded(largest_of(farthest))}};
  // Time of a drag that cannot be met over the median of those of its scene that can.
  row.detail["missed_over_met"] = {{"median", rounded(median_of(missed_over_met))},
                                   {"worst", rounded(largest_of(missed_over_met))}};
  row.detail["unsound"] = unsound;
  row.detail["unsound_at_other_frames"] = unsound_elsewhere;
  return row;
}

std::vector<Vec3> straight_way(const Drag& drag) {
  std::vector<Vec3> way;
  for (int step = 1; step <= path_steps; ++step) way.emplace_back(0.1 * step * drag.by);
  return way;
}

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

namespace {

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

}  // namespace

BenchRow steadiness(const DraggedBodies& bodies, bool with_pin, WayOf way_of,
                    const BenchContext& context) {
  BenchRow row{.unit = "steps"};
  std::vector<double> all;
  double apart = 0;
  for (const auto& [name, dragged] : bodies) {
    const Dragged scene = dragged(context);
    MotionEdit edit(*scene.input, scene.settings(), context.progress);
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

}  // namespace retake::cli
