#pragma once
#include <string>
#include <variant>
#include <vector>

#include "retake/shot/weight_curve.h"
#include "retake/spacetime/edit_settings.h"
#include "retake/spacetime/wish.h"

// Layers as data: motion in, motion out. layer_evaluator.h puts them to work. Ids are unique in a
// shot and stay the same for life; names are for people.
namespace retake {

struct LayerWish {
  int id = 0;
  Wish wish;
  bool enabled = true;  // else kept, but not counted
};
bool operator==(const LayerWish& a, const LayerWish& b);

// Conditions the motion on wishes (Barbic 2012; see spacetime/motion_edit.h).
struct GreenLayer {
  EditSettings settings;
  std::vector<LayerWish> wishes;

  bool operator==(const GreenLayer&) const = default;
};
// With the wishes that count alone.
GreenLayer enabled_part(GreenLayer layer);

// How much of a blend layer is there at a frame: eases in up to `hold_first`, stays until
// `hold_last`, eases out. Zero, exactly, from `ease_in` frames before and `ease_out` frames after.
struct Envelope {
  int hold_first = 0, hold_last = 0;
  int ease_in = 10, ease_out = 10;  // frames; 0 or 1: at once
  Easing easing = Easing::smooth;

  double at(int frame) const;
  bool operator==(const Envelope&) const = default;
};

// A plain displacement of some vertices, each by its own share.
struct BlendDelta {
  int id = 0;
  std::string name;
  int frame = 0;                     // where it was drawn: local axes are those of this frame
  WeightedPoint region;              // weights from 0 to 1, 1 where the hand was
  Vec3 displacement = Vec3::Zero();  // m, world axes of `frame`

  bool operator==(const BlendDelta&) const = default;
};

// Local: displacements turn with the material around each vertex, from `frame` on.
enum class BlendSpace { world, local };

// What tools without physics do: displacements that come and go.
struct BlendLayer {
  Envelope envelope;
  BlendSpace space = BlendSpace::world;
  std::vector<BlendDelta> deltas;

  bool operator==(const BlendLayer&) const = default;
};

struct Layer {
  int id = 0;
  std::string name;
  bool muted = false;
  bool solo = false;   // where any layer is, only those count
  WeightCurve weight;  // 0: the input, 1: the layer's output, between: blended linearly
  std::variant<GreenLayer, BlendLayer> content;
};

// The layers that count, bottom first.
std::vector<const Layer*> active_layers(const std::vector<Layer>& layers);

// Frames first ... last; none where last < first.
struct FrameRange {
  int first = 0, last = -1;

  bool empty() const { return last < first; }
  bool contains(int frame) const { return frame >= first && frame <= last; }
};
// The smallest range that holds both.
FrameRange unite(const FrameRange& a, const FrameRange& b);

// Frames outside of which the layer changes nothing, in a motion of so many frames.
FrameRange affected_frames(const Layer& layer, int frame_count);

}  // namespace retake
