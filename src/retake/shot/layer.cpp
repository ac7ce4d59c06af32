#include "retake/shot/layer.h"

#include <algorithm>

#include "retake/shot/mode_shelf.h"

namespace retake {

std::vector<ModeNeed> LayerContent::modes_needed(const std::vector<ShotBody>&) const { return {}; }

std::map<int, Eigen::Matrix3Xf> LayerContent::remembered(const Motion&) const { return {}; }

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
  return layer.content->affected_frames(frame_count);
}

}  // namespace retake
