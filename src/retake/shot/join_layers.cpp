// Layers of a shot that becomes a body of another.
#include <algorithm>

#include "retake/shot/join_shots.h"
#include "retake/shot/layer_checks.h"

namespace retake {

namespace {

void shift(WeightedPoint& point, int first) {
  for (WeightedVertex& entry : point) entry.vertex += first;
}

// Why the layer cannot come along; empty: it can.
std::string hindrance(const GreenLayer& green, const LayerMove& move) {
  const bool has_pose =
      std::any_of(green.wishes.begin(), green.wishes.end(),
                  [](const LayerWish& wish) { return wish.wish.kind == WishKind::pose; });
  if (has_pose && green.settings.contacts.self_contact) {
    return "it gives a pose and keeps contacts of all bodies, so that it would hold the others too";
  }
  const bool is_longer = move.all_frames > move.frames;
  if (is_longer && green.settings.cost.ends == Ends::loop) {
    return "it loops over a motion that is longer now";
  }
  return "";
}

// A pose of several bodies, as one of each.
std::vector<LayerWish> poses_of_bodies(const LayerWish& pose, const BodySpans& bodies) {
  if (bodies.empty() || pose.wish.pose.cols() == 0) return {pose};
  std::vector<LayerWish> poses;
  for (const BodySpan& body : bodies) {
    const int first = body.first_vertex - pose.wish.first_vertex;
    if (first < 0 || first >= pose.wish.pose.cols()) continue;
    poses.push_back(pose);
    poses.back().wish.pose = pose.wish.pose.middleCols(first, body.vertices);
    poses.back().wish.first_vertex = body.first_vertex;
  }
  return poses;
}

void move_content(GreenLayer& green, const LayerMove& move) {
  std::vector<LayerWish> moved;
  for (const LayerWish& wish : green.wishes) {
    for (LayerWish& part : poses_of_bodies(wish, move.bodies)) {
      shift(part.wish.point, move.first_vertex);
      shift(part.wish.other, move.first_vertex);
      if (part.wish.kind == WishKind::pose) part.wish.first_vertex += move.first_vertex;
      moved.push_back(std::move(part));
    }
  }
  green.wishes = std::move(moved);
  for (int& vertex : green.settings.region) vertex += move.first_vertex;
  if (!green.settings.window && move.all_frames > move.frames) {
    green.settings.window = {0, move.frames - 1};
  }
}

void move_content(BlendLayer& blend, const LayerMove& move) {
  for (BlendDelta& delta : blend.deltas) shift(delta.region, move.first_vertex);
}

// The same layers count, without silencing those of other parts.
void mute_instead_of_solo(std::vector<Layer>& layers) {
  const bool any = std::any_of(layers.begin(), layers.end(), [](const Layer& l) { return l.solo; });
  for (Layer& layer : layers) {
    layer.muted = layer.muted || (any && !layer.solo);
    layer.solo = false;
  }
}

void tell_contacts(const Layer& layer, const LayerMove& move, Notes& notes) {
  const auto* green = std::get_if<GreenLayer>(&layer.content);
  if (green == nullptr || !green->settings.contacts.self_contact) return;
  notes.push_back(spoken(layer) + " of body '" + move.body +
                  "' keeps contacts of all bodies now, not of its own alone");
}

}  // namespace

std::vector<Layer> moved_layers(std::vector<Layer> layers, const LayerMove& move, Notes& notes) {
  mute_instead_of_solo(layers);
  std::vector<Layer> moved;
  for (Layer& layer : layers) {
    const auto* green = std::get_if<GreenLayer>(&layer.content);
    const std::string why = green != nullptr ? hindrance(*green, move) : "";
    if (!why.empty()) {
      notes.push_back(spoken(layer) + " of body '" + move.body + "' is left out: " + why);
      continue;
    }
    tell_contacts(layer, move, notes);
    std::visit([&](auto& content) { move_content(content, move); }, layer.content);
    layer.name = move.body + ": " + layer.name;
    moved.push_back(std::move(layer));
  }
  return moved;
}

}  // namespace retake
