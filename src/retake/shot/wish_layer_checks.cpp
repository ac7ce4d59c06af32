// Whether wishes make sense in their shot.
#include <algorithm>
#include <map>

#include "retake/shot/layer_checks.h"
#include "retake/spacetime/held_points.h"

namespace retake {

namespace {

void check_wish_target(const LayerCheck& check, const Wish& wish) {
  const bool has_place = wish.kind == WishKind::position;
  if (has_place) check.length(wish.target - check.limits().center, "the target");
  if (wish.kind == WishKind::relative) check.length(wish.target, "the offset");
  if (wish.kind == WishKind::velocity) check.speed(wish.target);
}

// The frames of a green layer that may change.
FrameRange changeable(const WishLayer& layer, int frames) {
  const auto [first, last] = layer.settings.window.value_or(std::pair{0, frames - 1});
  const Ends ends = layer.settings.cost.ends;
  return {first + (ends == Ends::loop ? 0 : 2), last - (ends == Ends::both ? 2 : 0)};
}

void check_pose(const LayerCheck& check, const Wish& wish) {
  const auto is_of = [&](const BodySpan& body) {
    return wish.first_vertex == body.first_vertex && wish.pose.cols() == body.vertices;
  };
  const BodySpans& bodies = check.limits().bodies;
  check.require(
      is_of({"", 0, check.limits().vertices}) || std::any_of(bodies.begin(), bodies.end(), is_of),
      {.what = "the pose belongs to another mesh",
       .expected = std::to_string(check.limits().vertices) + " vertices as in the " +
                   (bodies.empty() ? "body" : "stack, or those of one 'body'"),
       .found = std::to_string(wish.pose.cols())});
  check.require(wish.pose.allFinite(), {.what = "a coordinate of the pose is no number"});
}

void check_in_region(const LayerCheck& check, const WeightedPoint& point,
                     const std::vector<int>& region) {
  if (region.empty()) return;
  for (const WeightedVertex& entry : point) {
    check.require(std::find(region.begin(), region.end(), entry.vertex) != region.end(),
                  {.what = "the vertex is outside of the layer's region",
                   .found = spoken_vertex(check.limits().bodies, entry.vertex),
                   .advice = "Add it to the region, or remove the wish"});
  }
}

void check_relative(const LayerCheck& check, const Wish& wish) {
  check.point(wish.other, "the other point");
  check.require(
      wish.point != wish.other,
      {.what = "a wish of a point relative to itself, which is always 0 away",
       .where = "frame " + std::to_string(wish.frame),
       .found = spoken_vertex(check.limits().bodies, wish.point.front().vertex) + " twice",
       .advice = "Give another point as 'other', or make it a position wish"});
}

// What ties bodies together needs a model that can carry both.
void check_same_kind(const LayerCheck& check, std::size_t one, std::size_t other,
                     const std::string& what) {
  const LayerLimits& limits = check.limits();
  check.require(limits.kinds[one] == limits.kinds[other],
                {.what = what + " ties bodies of different kinds together",
                 .found = "body '" + limits.bodies[one].name + "' is " + limits.kinds[one] +
                          ", body '" + limits.bodies[other].name + "' " + limits.kinds[other],
                 .advice = "Give each a layer or a wish of its own, or import all surfaces alike"});
}

void check_tie(const LayerCheck& check, const Wish& wish) {
  const LayerLimits& limits = check.limits();
  if (limits.kinds.empty()) return;
  std::vector<std::size_t> met;
  for (const WeightedPoint* point : {&wish.point, &wish.other}) {
    for (const WeightedVertex& entry : *point) {
      met.push_back(
          static_cast<std::size_t>(body_at(limits.bodies, entry.vertex) - limits.bodies.data()));
    }
  }
  for (const std::size_t body : met) check_same_kind(check, met.front(), body, "the wish");
}

void check_wish(const LayerCheck& check, const Wish& wish, const WishLayer& layer) {
  check.frame(wish.frame);
  const FrameRange free = changeable(layer, check.limits().frames);
  check.require(free.contains(wish.frame),
                {.what = "the layer does not change this frame",
                 .expected = std::to_string(free.first) + " to " + std::to_string(free.last),
                 .found = "frame " + std::to_string(wish.frame),
                 .advice = "Widen the window, or choose other ends"});
  check.require(wish.weight > 0, {.what = "a wish without strength",
                                  .expected = "a weight above 0, or none for a hard wish",
                                  .found = as_text(wish.weight)});
  if (wish.kind == WishKind::pose) return check_pose(check, wish);
  check.point(wish.point, "the wish");
  if (wish.kind == WishKind::relative) check_relative(check, wish);
  check_in_region(check, wish.point, layer.settings.region);
  check_in_region(check, wish.other, layer.settings.region);
  check_tie(check, wish);
  const auto complaint = complaint_about(wish.directions);
  check.require(!complaint, complaint.value_or(Complaint{}));
  check_wish_target(check, wish);
}

// Hard wishes that put one point in two places, or any two that give one frame a pose.
bool collide(const Wish& a, const Wish& b) {
  const auto places = [](const Wish& wish) {
    return wish.weight == Wish::hard &&
           (wish.kind == WishKind::position || wish.kind == WishKind::pin);
  };
  if (a.kind == WishKind::pose && b.kind == WishKind::pose) {
    return a.frame == b.frame && a.first_vertex < b.first_vertex + b.pose.cols() &&
           b.first_vertex < a.first_vertex + a.pose.cols();
  }
  if (!places(a) || !places(b) || a.frame != b.frame || a.point != b.point) return false;
  Eigen::Matrix3Xd both(3, a.directions.cols() + b.directions.cols());
  both << a.directions, b.directions;
  return both.cols() > 3 || complaint_about(both).has_value();
}

void refuse_collision(const LayerCheck& check, const LayerWish& one, const LayerWish& other) {
  const Wish& wish = one.wish;
  const bool pose = wish.kind == WishKind::pose;
  const std::string other_name = check.layer() + ", " + spoken_item(other);
  const std::string at = spoken_vertex(check.limits().bodies, pose ? 0 : wish.point[0].vertex);
  check.of(spoken_item(one))
      .require(false, {.what = (pose ? "two wishes give one frame a pose: the other is "
                                     : "two wishes place one point at one frame: the other is ") +
                               other_name,
                       .found = "frame " + std::to_string(wish.frame) + (pose ? "" : ", " + at),
                       .advice = pose ? "Remove one of them"
                                      : "Move the one that is there, or give them different axes"});
}

// Only wishes of one frame can collide.
void check_collisions(const LayerCheck& check, const WishLayer& layer) {
  std::map<int, std::vector<const LayerWish*>> by_frame;
  for (const LayerWish& wish : layer.wishes) {
    std::vector<const LayerWish*>& others = by_frame[wish.wish.frame];
    for (const LayerWish* other : others) {
      if (collide(wish.wish, other->wish)) refuse_collision(check, wish, *other);
    }
    others.push_back(&wish);
  }
}

void check_window(const LayerCheck& check, const WishLayer& layer) {
  const int frames = check.limits().frames;
  const auto [first, last] = layer.settings.window.value_or(std::pair{0, frames - 1});
  const int least = layer.settings.cost.ends == Ends::start ? 3 : 5;
  check.require(last - first + 1 >= least,
                {.what = layer.settings.window ? "the window is too short for its ends"
                                               : "the motion is too short for the layer's ends",
                 .expected = "at least " + std::to_string(least) + " frames",
                 .found = std::to_string(std::max(0, last - first + 1)),
                 .advice = layer.settings.window ? "Widen the window, or choose other ends"
                                                 : "Give the source more frames"});
}

}  // namespace

void WishLayer::check(const LayerCheck& check) const {
  const LayerLimits& limits = check.limits();
  try {
    settings.validate(limits.frames, limits.vertices);
  } catch (const InputError& error) {
    check.require(false, error.complaint());
  }
  check_window(check, *this);
  for (std::size_t i = 0; settings.contacts.self_contact && i < limits.kinds.size(); ++i) {
    check_same_kind(check, 0, i, "self_contact");
  }
  check.count(wishes.size(), "handles");
  for (const LayerWish& wish : wishes) check_wish(check.of(spoken_item(wish)), wish.wish, *this);
  check_collisions(check, enabled_part(*this));
}

void check_target(const Layer& layer, const LayerWish& wish, const LayerLimits& limits) {
  check_wish_target(LayerCheck(layer, limits).of(spoken_item(wish)), wish.wish);
}

}  // namespace retake
