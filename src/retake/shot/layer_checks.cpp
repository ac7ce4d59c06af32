#include "retake/shot/layer_checks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "retake/numerics/errors.h"
#include "retake/spacetime/held_points.h"

namespace retake {

namespace {

constexpr double largest_weight = 100;  // of a layer
constexpr double unit_tolerance = 1e-6;
// More than anybody makes by hand; checking and solving stay quick.
constexpr std::size_t most_layers = 200, most_handles = 2000;

template <class Value>
std::string as_text(const Value& value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

std::string as_text(const Vec3& v) {
  std::ostringstream text;
  text << '[' << v.x() << ", " << v.y() << ", " << v.z() << ']';
  return text.str();
}

// Says where in every complaint.
struct Check {
  std::string where;
  const LayerLimits& limits;

  void require(bool holds, Complaint complaint) const {
    if (holds) return;
    complaint.where = where + (complaint.where.empty() ? "" : ", " + complaint.where);
    throw InputError(std::move(complaint));
  }

  void count(std::size_t count, const std::string& what) const {
    require(count <= most_handles, {.what = "too many " + what + " in one layer",
                                    .expected = "at most " + std::to_string(most_handles),
                                    .found = std::to_string(count),
                                    .advice = "Put some of them into another layer"});
  }

  void frame(int frame) const {
    require(frame >= 0 && frame < limits.frames,
            {.what = "no such frame",
             .expected = "0 to " + std::to_string(limits.frames - 1),
             .found = std::to_string(frame)});
  }

  void vertices(const WeightedPoint& point, const std::string& whose) const {
    require(!point.empty(),
            {.what = "no vertex is given for " + whose, .advice = "Give 'vertex' or 'vertices'"});
    for (const auto& [vertex, weight] : point) {
      require(vertex >= 0 && vertex < limits.vertices,
              {.what = "no such vertex",
               .expected = "0 to " + std::to_string(limits.vertices - 1),
               .found = std::to_string(vertex)});
      require(std::isfinite(weight), {.what = "a weight that is no number",
                                      .where = spoken_vertex(limits.bodies, vertex)});
    }
  }

  // A point of the body: an affine combination of vertices.
  void point(const WeightedPoint& point, const std::string& whose) const {
    vertices(point, whose);
    double sum = 0;
    for (const WeightedVertex& entry : point) sum += entry.weight;
    require(std::abs(sum - 1) < unit_tolerance, {.what = "weights do not sum to 1 for " + whose,
                                                 .found = as_text(sum),
                                                 .advice = "Divide them by their sum"});
  }

  void length(const Vec3& vector, const std::string& what) const {
    require(vector.allFinite(),
            {.what = what + " is no number", .found = as_text(vector), .advice = "Set it anew"});
    require(vector.norm() <= limits.farthest,
            {.what = what + " is too far away from the body",
             .expected = "at most " + as_text(limits.farthest) + " m",
             .found = as_text(vector.norm()) + " m",
             .advice = "Check the units: positions are in metres"});
  }

  void speed(const Vec3& velocity) const {
    require(
        velocity.allFinite(),
        {.what = "the velocity is no number", .found = as_text(velocity), .advice = "Set it anew"});
    require(velocity.norm() <= limits.fastest,
            {.what = "the velocity is too high for the body",
             .expected = "at most " + as_text(limits.fastest) + " m/s (" +
                         as_text(limits.farthest) + " m from one frame to the next)",
             .found = as_text(velocity.norm()) + " m/s",
             .advice = "Check the units: velocities are in metres per second, not per frame"});
  }
};

void check_wish_target(const Check& check, const Wish& wish) {
  const bool has_place = wish.kind == WishKind::position;
  if (has_place) check.length(wish.target - check.limits.center, "the target");
  if (wish.kind == WishKind::relative) check.length(wish.target, "the offset");
  if (wish.kind == WishKind::velocity) check.speed(wish.target);
}

// The frames of a green layer that may change.
FrameRange changeable(const GreenLayer& green, int frames) {
  const auto [first, last] = green.settings.window.value_or(std::pair{0, frames - 1});
  const Ends ends = green.settings.cost.ends;
  return {first + (ends == Ends::loop ? 0 : 2), last - (ends == Ends::both ? 2 : 0)};
}

void check_pose(const Check& check, const Wish& wish) {
  const auto is_of = [&](const BodySpan& body) {
    return wish.first_vertex == body.first_vertex && wish.pose.cols() == body.vertices;
  };
  const BodySpans& bodies = check.limits.bodies;
  check.require(
      is_of({"", 0, check.limits.vertices}) || std::any_of(bodies.begin(), bodies.end(), is_of),
      {.what = "the pose belongs to another mesh",
       .expected = std::to_string(check.limits.vertices) + " vertices as in the " +
                   (bodies.empty() ? "body" : "stack, or those of one 'body'"),
       .found = std::to_string(wish.pose.cols())});
  check.require(wish.pose.allFinite(), {.what = "a coordinate of the pose is no number"});
}

void check_in_region(const Check& check, const WeightedPoint& point,
                     const std::vector<int>& region) {
  if (region.empty()) return;
  for (const WeightedVertex& entry : point) {
    check.require(std::find(region.begin(), region.end(), entry.vertex) != region.end(),
                  {.what = "the vertex is outside of the layer's region",
                   .found = spoken_vertex(check.limits.bodies, entry.vertex),
                   .advice = "Add it to the region, or remove the wish"});
  }
}

void check_relative(const Check& check, const Wish& wish) {
  check.point(wish.other, "the other point");
  check.require(wish.point != wish.other,
                {.what = "a wish of a point relative to itself, which is always 0 away",
                 .where = "frame " + std::to_string(wish.frame),
                 .found = spoken_vertex(check.limits.bodies, wish.point.front().vertex) + " twice",
                 .advice = "Give another point as 'other', or make it a position wish"});
}

// What ties bodies together needs a model that can carry both.
void check_same_kind(const Check& check, std::size_t one, std::size_t other,
                     const std::string& what) {
  const LayerLimits& limits = check.limits;
  check.require(limits.kinds[one] == limits.kinds[other],
                {.what = what + " ties bodies of different kinds together",
                 .found = "body '" + limits.bodies[one].name + "' is " + limits.kinds[one] +
                          ", body '" + limits.bodies[other].name + "' " + limits.kinds[other],
                 .advice = "Give each a layer or a wish of its own, or import all surfaces alike"});
}

void check_tie(const Check& check, const Wish& wish) {
  const LayerLimits& limits = check.limits;
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

void check_wish(const Check& check, const Wish& wish, const GreenLayer& green) {
  check.frame(wish.frame);
  const FrameRange free = changeable(green, check.limits.frames);
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
  check_in_region(check, wish.point, green.settings.region);
  check_in_region(check, wish.other, green.settings.region);
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

[[noreturn]] void refuse_collision(const Layer& layer, const LayerWish& one, const LayerWish& other,
                                   const LayerLimits& limits, const std::string& where) {
  const Wish& wish = one.wish;
  const bool pose = wish.kind == WishKind::pose;
  throw InputError(
      {.what = (pose ? "two wishes give one frame a pose: the other is "
                     : "two wishes place one point at one frame: the other is ") +
               spoken(layer, other),
       .where = where + spoken(layer, one),
       .found = "frame " + std::to_string(wish.frame) +
                (pose ? "" : ", " + spoken_vertex(limits.bodies, wish.point.front().vertex)),
       .advice = pose ? "Remove one of them"
                      : "Move the one that is there, or give them different axes"});
}

// Only wishes of one frame can collide.
void check_collisions(const Layer& layer, const GreenLayer& green, const LayerLimits& limits,
                      const std::string& where) {
  std::map<int, std::vector<const LayerWish*>> by_frame;
  for (const LayerWish& wish : green.wishes) {
    std::vector<const LayerWish*>& others = by_frame[wish.wish.frame];
    for (const LayerWish* other : others) {
      if (collide(wish.wish, other->wish)) refuse_collision(layer, wish, *other, limits, where);
    }
    others.push_back(&wish);
  }
}

void check_window(const Check& check, const GreenLayer& green) {
  const int frames = check.limits.frames;
  const auto [first, last] = green.settings.window.value_or(std::pair{0, frames - 1});
  const int least = green.settings.cost.ends == Ends::start ? 3 : 5;
  check.require(last - first + 1 >= least,
                {.what = green.settings.window ? "the window is too short for its ends"
                                               : "the motion is too short for the layer's ends",
                 .expected = "at least " + std::to_string(least) + " frames",
                 .found = std::to_string(std::max(0, last - first + 1)),
                 .advice = green.settings.window ? "Widen the window, or choose other ends"
                                                 : "Give the source more frames"});
}

void check_content(const Layer& layer, const GreenLayer& green, const Check& check,
                   const std::string& where) {
  try {
    green.settings.validate(check.limits.frames, check.limits.vertices);
  } catch (const InputError& error) {
    check.require(false, error.complaint());
  }
  check_window(check, green);
  for (std::size_t i = 0; green.settings.contacts.self_contact && i < check.limits.kinds.size();
       ++i) {
    check_same_kind(check, 0, i, "self_contact");
  }
  check.count(green.wishes.size(), "handles");
  for (const LayerWish& wish : green.wishes) {
    check_wish({where + spoken(layer, wish), check.limits}, wish.wish, green);
  }
  check_collisions(layer, enabled_part(green), check.limits, where);
}

void check_content(const Layer& layer, const BlendLayer& blend, const Check& check,
                   const std::string& where) {
  const Envelope& envelope = blend.envelope;
  check.frame(envelope.hold_first);
  check.frame(envelope.hold_last);
  check.require(
      envelope.hold_last >= envelope.hold_first,
      {.what = "the hold ends before it begins",
       .found = std::to_string(envelope.hold_first) + " to " + std::to_string(envelope.hold_last)});
  check.require(envelope.ease_in >= 0 && envelope.ease_out >= 0,
                {.what = "easing takes 0 or more frames"});
  check.count(blend.deltas.size(), "displacements");
  for (const BlendDelta& delta : blend.deltas) {
    const Check own = {where + spoken(layer, delta), check.limits};
    own.frame(delta.frame);
    own.vertices(delta.region, "the displacement");
    own.length(delta.displacement, "the displacement");
  }
}

void check_weight(const Check& check, const WeightCurve& weight) {
  for (std::size_t i = 0; i < weight.keys.size(); ++i) {
    const WeightCurve::Key& key = weight.keys[i];
    check.require(std::isfinite(key.value) && std::abs(key.value) <= largest_weight,
                  {.what = "a weight out of range",
                   .where = "frame " + std::to_string(key.frame),
                   .expected = "-100 to 100",
                   .found = as_text(key.value)});
    check.require(i == 0 || key.frame > weight.keys[i - 1].frame,
                  {.what = "keys of a weight must be in order of frames",
                   .found = "frame " + std::to_string(key.frame)});
  }
}

std::string quoted(const std::string& name, int id) {
  std::string text = std::to_string(id);
  if (!name.empty()) text.insert(0, "'" + name + "' (id ").append(")");
  return text;
}

std::string prefix(const std::string& where) { return where.empty() ? "" : where + ", "; }

}  // namespace

void check_layer(const Layer& layer, const LayerLimits& limits, const std::string& where) {
  const Check check = {prefix(where) + spoken(layer), limits};
  check_weight(check, layer.weight);
  std::visit([&](const auto& content) { check_content(layer, content, check, prefix(where)); },
             layer.content);
}

void check_layer_count(std::size_t count, const std::string& where) {
  if (count <= most_layers) return;
  throw InputError({.what = "too many layers",
                    .where = where,
                    .expected = "at most " + std::to_string(most_layers),
                    .found = std::to_string(count)});
}

void check_target(const Layer& layer, const LayerWish& wish, const LayerLimits& limits,
                  const std::string& where) {
  check_wish_target({prefix(where) + spoken(layer, wish), limits}, wish.wish);
}

void check_displacement(const Layer& layer, const BlendDelta& delta, const LayerLimits& limits,
                        const std::string& where) {
  const Check check = {prefix(where) + spoken(layer, delta), limits};
  check.length(delta.displacement, "the displacement");
}

std::string spoken(const Layer& layer) { return "layer " + quoted(layer.name, layer.id); }

std::string spoken(const Layer& layer, const LayerWish& wish) {
  return spoken(layer) + ", wish " + quoted(wish.wish.name, wish.id);
}

std::string spoken(const Layer& layer, const BlendDelta& delta) {
  return spoken(layer) + ", displacement " + quoted(delta.name, delta.id);
}

}  // namespace retake
