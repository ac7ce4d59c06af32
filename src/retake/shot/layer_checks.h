#pragma once
#include <string>

#include "retake/shot/shot.h"

// Whether layers make sense in their shot. Each check throws InputError that names the layer, the
// wish or displacement, the frame or vertex, what was expected and found, and what to do.
namespace retake {

// What layers are checked against.
struct LayerLimits {
  int frames = 0;
  int vertices = 0;
  Vec3 center = Vec3::Zero();           // of the body at rest
  double farthest = 0;                  // m from there: where no target may lie
  double fastest = 0;                   // m/s: that far from one frame to the next
  BodySpans bodies = {};                // of the stack, to name them; empty: there is one
  std::vector<std::string> kinds = {};  // of each of them (kind_of)
};
LayerLimits layer_limits(const Shot& shot);

// `where` comes before the layer's name: the file, or nothing.
void check_layer(const Layer& layer, const LayerLimits& limits, const std::string& where = "");

// So many layers in a shot.
void check_layer_count(std::size_t count, const std::string& where = "the stack of layers");

// A new target of a wish that was checked before.
void check_target(const Layer& layer, const LayerWish& wish, const LayerLimits& limits,
                  const std::string& where = "");
// A new size of a displacement that was checked before.
void check_displacement(const Layer& layer, const BlendDelta& delta, const LayerLimits& limits,
                        const std::string& where = "");

// "layer 'pull'", and "layer 'pull', wish 'mast top' (id 4)".
std::string spoken(const Layer& layer);
std::string spoken(const Layer& layer, const LayerWish& wish);
std::string spoken(const Layer& layer, const BlendDelta& delta);

}  // namespace retake
