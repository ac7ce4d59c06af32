// Layers of a shot that becomes a body of another.
#include <algorithm>

#include "retake/shot/join_shots.h"
#include "retake/shot/layer_checks.h"

namespace retake {

namespace {

// The same layers count, without silencing those of other parts.
void mute_instead_of_solo(std::vector<Layer>& layers) {
  const bool any = std::any_of(layers.begin(), layers.end(), [](const Layer& l) { return l.solo; });
  for (Layer& layer : layers) {
    layer.muted = layer.muted || (any && !layer.solo);
    layer.solo = false;
  }
}

}  // namespace

void shift_vertices(WeightedPoint& point, int first) {
  for (WeightedVertex& entry : point) entry.vertex += first;
}

std::vector<Layer> moved_layers(std::vector<Layer> layers, const LayerMove& move, Notes& notes) {
  mute_instead_of_solo(layers);
  std::vector<Layer> moved;
  for (Layer& layer : layers) {
    const std::string who = spoken(layer) + " of body '" + move.body + "' ";
    if (const std::string why = layer.content->hindrance(move); !why.empty()) {
      notes.push_back(who + "is left out: " + why);
      continue;
    }
    if (const std::string note = layer.content->note_on(move); !note.empty()) {
      notes.push_back(who + note);
    }
    layer.content->move(move);
    layer.name = move.body + ": " + layer.name;
    moved.push_back(std::move(layer));
  }
  return moved;
}

}  // namespace retake
