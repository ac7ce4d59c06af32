// Edits that flash by: a handle whose point goes there and back within a few frames.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "apps/server/engine/inspection.h"

namespace retake::server {

namespace {

constexpr double shortest = 1.0 / 3;  // s above half of the peak: 8 frames at 24 fps
constexpr double narrow = 4;          // times that: a window of less is what limits an edit
// mu of the smooth answer, s²: a mode's answer lasts for 2.87 (mu / lambda)^(1/4) s above half of
// its peak, with this for a third of a second up to 1 kHz; slower ones fill the window.
constexpr double lasting_smoothness = 1e4;

// How far the point of a wish is from where the source has it, m.
double moved_at(const Inspected& shot, const WeightedPoint& point, int frame) {
  const auto t = static_cast<std::size_t>(frame);
  const FrameView before = shot.source->frames[t], after = shot.result->frames[t];
  Vec3 moved = Vec3::Zero();
  for (const auto& [vertex, weight] : point) {
    moved += weight * (after.col(vertex) - before.col(vertex)).cast<double>();
  }
  return moved.norm();
}

// Frames around the peak next to the wish in which more than half of it is there.
FrameRange range_above_half(const Inspected& shot, const Wish& wish) {
  const int last = shot.result->frame_count() - 1;
  const auto moved = [&](int frame) { return moved_at(shot, wish.point, frame); };
  const auto uphill = [&](int frame, int step) {
    while (frame + step >= 0 && frame + step <= last && moved(frame + step) > moved(frame)) {
      frame += step;
    }
    return frame;
  };
  const int before = uphill(wish.frame, -1), after = uphill(wish.frame, 1);
  const int peak = moved(before) > moved(after) ? before : after;
  const double half = 0.5 * moved(peak);
  FrameRange range{peak, peak};
  while (range.first > 0 && moved(range.first - 1) > half) --range.first;
  while (range.last < last && moved(range.last + 1) > half) ++range.last;
  return range;
}

int length_of(const FrameRange& range) { return range.last - range.first + 1; }

// Wishes nearby in time ask for a short edit themselves.
bool stands_alone(const WishLayer& layer, const LayerWish& wish, double frames) {
  return std::ranges::none_of(layer.wishes, [&](const LayerWish& other) {
    const int apart = std::abs(other.wish.frame - wish.wish.frame);
    return other.enabled && apart > 0 && apart <= frames;
  });
}

std::optional<Problem::Fix> lengthen(const Layer& layer, double frames, int frame_count) {
  EditSettings settings = layer.content.get<WishLayer>().settings;
  if (settings.window && settings.window->second - settings.window->first < narrow * frames) {
    if (auto wider = widen_window(layer, frame_count)) return wider;
  }
  if (settings.cost.kind == CostKind::smooth) return std::nullopt;
  settings.cost.kind = CostKind::smooth;
  settings.cost.smoothness = std::max(settings.cost.smoothness, lasting_smoothness);
  return Problem::Fix{"Answer smoothly",
                      fmt::format("Layer '{}' then comes and goes over its whole window, without "
                                  "the swing of the material.",
                                  layer.name),
                      {ChangeSettings{layer.id, settings}}};
}

std::optional<Problem> brevity_of(const Inspected& shot, const Layer& layer, const Limits& limits) {
  const auto& wished = layer.content.get<WishLayer>();
  const double frames = shortest * shot.result->fps;
  const int last = shot.result->frame_count() - 1;
  std::optional<Problem> worst;
  for (const LayerWish& wish : wished.wishes) {
    if (!wish.enabled || wish.wish.kind != WishKind::position) continue;
    if (!stands_alone(wished, wish, frames)) continue;
    const FrameRange range = range_above_half(shot, wish.wish);
    const bool is_cut = range.first == 0 || range.last == last;  // by the motion's own ends
    if (is_cut || length_of(range) >= frames || (worst && length_of(range) >= worst->value)) {
      continue;
    }
    if (moved_at(shot, wish.wish.point, wish.wish.frame) <= limits.miss) continue;
    worst.emplace();
    worst->frames = {range};
    worst->worst_frame = wish.wish.frame;
    worst->vertex = wish.wish.point.front().vertex;
    worst->wish = wish.id;
    worst->value = length_of(range);
  }
  if (!worst) return std::nullopt;
  worst->key = "brief " + std::to_string(layer.id);
  worst->kind = "brief";
  worst->severity = "note";
  worst->layer = layer.id;
  worst->limit = frames;
  worst->unit = "frames";
  const int count = length_of(worst->frames[0]);
  worst->title = fmt::format("The edit lasts only {} {}", count, count == 1 ? "frame" : "frames");
  worst->text = fmt::format(
      "Around frame {} the point that layer '{}' moves is there and back within {:.2g} s: more "
      "than "
      "half of its way is there in {} alone.",
      worst->worst_frame, layer.name, count / shot.result->fps, frames_text(worst->frames));
  worst->fix = lengthen(layer, frames, shot.result->frame_count());
  return worst;
}

}  // namespace

std::vector<Problem> find_brief_edits(const Inspected& shot, const Limits& limits) {
  std::vector<Problem> problems;
  for (const Layer* layer : active_layers(shot.layers)) {
    const bool has_own_weight = layer->weight != WeightCurve{};  // which may be what ends it
    if (layer->content.find<WishLayer>() == nullptr || has_own_weight) continue;
    if (auto problem = brevity_of(shot, *layer, limits)) problems.push_back(std::move(*problem));
  }
  return problems;
}

}  // namespace retake::server
