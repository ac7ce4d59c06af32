#include "retake/shot/layer.h"

#include <algorithm>

namespace retake {

namespace {

// Of any sizes: Eigen compares only matrices of one size.
template <class Matrix>
bool same(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

FrameRange affected(const GreenLayer& green, int frame_count) {
  if (!green.settings.window) return {0, frame_count - 1};
  return {std::max(0, green.settings.window->first),
          std::min(frame_count - 1, green.settings.window->second)};
}

FrameRange affected(const BlendLayer& blend, int frame_count) {
  const Envelope& envelope = blend.envelope;
  return {std::max(0, envelope.hold_first - std::max(0, envelope.ease_in - 1)),
          std::min(frame_count - 1, envelope.hold_last + std::max(0, envelope.ease_out - 1))};
}

}  // namespace

bool operator==(const LayerWish& a, const LayerWish& b) {
  const Wish &p = a.wish, &q = b.wish;
  return a.id == b.id && a.enabled == b.enabled && p.name == q.name && p.kind == q.kind &&
         p.frame == q.frame && p.point == q.point && p.other == q.other && p.target == q.target &&
         same(p.directions, q.directions) && p.weight == q.weight && p.stiff_axes == q.stiff_axes &&
         same(p.pose, q.pose) && p.first_vertex == q.first_vertex;
}

GreenLayer enabled_part(GreenLayer layer) {
  std::erase_if(layer.wishes, [](const LayerWish& wish) { return !wish.enabled; });
  return layer;
}

double Envelope::at(int frame) const {
  if (frame >= hold_first && frame <= hold_last) return 1;
  const int away = frame < hold_first ? hold_first - frame : frame - hold_last;
  const int length = frame < hold_first ? ease_in : ease_out;
  return away >= length ? 0 : ease(1 - static_cast<double>(away) / length, easing);
}

std::vector<const Layer*> active_layers(const std::vector<Layer>& layers) {
  const bool any_solo =
      std::any_of(layers.begin(), layers.end(), [](const Layer& layer) { return layer.solo; });
  std::vector<const Layer*> active;
  for (const Layer& layer : layers) {
    if (!layer.muted && (layer.solo || !any_solo)) active.push_back(&layer);
  }
  return active;
}

FrameRange unite(const FrameRange& a, const FrameRange& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.first, b.first), std::max(a.last, b.last)};
}

FrameRange affected_frames(const Layer& layer, int frame_count) {
  return std::visit([&](const auto& content) { return affected(content, frame_count); },
                    layer.content);
}

}  // namespace retake
