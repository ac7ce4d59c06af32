#pragma once
#include <string>
#include <vector>

#include "retake/shot/weight_curve.h"
#include "retake/shot/wish_layer.h"

// Layers as data: motion in, motion out. layer_evaluator.h puts them to work. Ids are unique in a
// shot and stay the same for life; names are for people.
namespace retake {

struct Layer {
  int id = 0;
  std::string name;
  bool muted = false;
  bool solo = false;   // where any layer is, only those count
  WeightCurve weight;  // 0: the input, 1: the layer's output, between: blended linearly
  AnyLayerContent content = WishLayer();
};

// The layers that count, bottom first.
std::vector<const Layer*> active_layers(const std::vector<Layer>& layers);

// Frames outside of which the layer changes nothing, in a motion of so many frames.
FrameRange affected_frames(const Layer& layer, int frame_count);

}  // namespace retake
