#include "apps/server/engine/without_physics.h"

#include <algorithm>

#include "retake/mesh/bounding_box.h"
#include "retake/shot/falloff.h"
#include "retake/shot/layers/blend.h"

namespace retake::server {

namespace {

constexpr double radius_of_size = 0.15;
constexpr int ease_frames = 20;

bool same_content(const Layer& a, const Layer& b) {
  return a.id == b.id && a.muted == b.muted && a.solo == b.solo && a.weight == b.weight &&
         a.content == b.content;
}

// The vertex that counts most.
int middle_of(const WeightedPoint& point) {
  return std::max_element(
             point.begin(), point.end(),
             [](const WeightedVertex& a, const WeightedVertex& b) { return a.weight < b.weight; })
      ->vertex;
}

Vec3 position_of(const WeightedPoint& point, const Eigen::Matrix3Xf& positions) {
  Vec3 sum = Vec3::Zero();
  for (const auto& [vertex, weight] : point) {
    sum += weight * positions.col(vertex).cast<double>();
  }
  return sum;
}

}  // namespace

WithoutPhysics::WithoutPhysics(const Evaluation& evaluation) : evaluation_(evaluation.beside()) {
  const Points& rest = evaluation.stage().body.rest_positions;
  radius_ = radius_of_size * bounding_box(rest).diagonal();
}

// What the layers so far leave of the way to the target.
Layer WithoutPhysics::displacement(const Layer& layer, const EditSettings& settings,
                                   const LayerWish& wish) {
  evaluation_.set_layers(stack_);
  const int frame = wish.wish.frame;
  const Vec3 way = wish.wish.target - position_of(wish.wish.point, evaluation_.frame(frame));
  const Eigen::Matrix3Xd& directions = wish.wish.directions;
  BlendLayer blend;
  blend.envelope = {.hold_first = frame,
                    .hold_last = frame,
                    .ease_in = settings.window ? frame - settings.window->first : ease_frames,
                    .ease_out = settings.window ? settings.window->second - frame : ease_frames};
  blend.deltas = {
      {.frame = frame,
       .region = falloff_region(evaluation_.stage().body, middle_of(wish.wish.point), radius_),
       .displacement = directions * (directions.transpose() * way)}};
  return {.id = wish.id, .name = layer.name, .weight = layer.weight, .content = blend};
}

void WithoutPhysics::add_wishes(const Layer& layer, const WishLayer& wished) {
  for (const LayerWish& wish : wished.wishes) {
    if (wish.wish.kind != WishKind::position || wish.wish.point.empty() || !wish.enabled) continue;
    stack_.push_back(displacement(layer, wished.settings, wish));
  }
}

void WithoutPhysics::set_layers(const std::vector<Layer>& layers) {
  const int source = evaluation_.source_motion().revision();
  if (source == given_source_ &&
      std::equal(layers.begin(), layers.end(), given_.begin(), given_.end(), same_content)) {
    return;
  }
  given_source_ = source;
  given_ = layers;
  stack_.clear();
  for (const Layer* layer : active_layers(given_)) {
    if (const auto* wished = layer->content.find<WishLayer>()) {
      add_wishes(*layer, *wished);
    } else {
      stack_.push_back(*layer);
      stack_.back().solo = false;
    }
  }
  evaluation_.set_layers(stack_);
}

FrameView WithoutPhysics::frame(int frame, Progress& progress) {
  return evaluation_.frame(frame, progress);
}

}  // namespace retake::server
