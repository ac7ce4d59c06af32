#include "retake/shot/layer_checks.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "retake/numerics/errors.h"

namespace retake {

namespace {

constexpr double largest_weight = 100;  // of a layer
constexpr double unit_tolerance = 1e-6;
// More than anybody makes by hand; checking and solving stay quick.
constexpr std::size_t most_layers = 200, most_handles = 2000;

void check_weight(const LayerCheck& check, const WeightCurve& weight) {
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

std::string as_text(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

std::string as_text(const Vec3& v) {
  std::ostringstream text;
  text << '[' << v.x() << ", " << v.y() << ", " << v.z() << ']';
  return text.str();
}

LayerCheck::LayerCheck(const Layer& layer, const LayerLimits& limits, const std::string& where)
    : limits_(&limits), layer_(spoken(layer)), where_(prefix(where) + layer_) {}

LayerCheck LayerCheck::of(const std::string& item) const {
  LayerCheck one = *this;
  one.where_ += ", " + item;
  return one;
}

void LayerCheck::require(bool holds, Complaint complaint) const {
  if (holds) return;
  complaint.where = where_ + (complaint.where.empty() ? "" : ", " + complaint.where);
  throw InputError(std::move(complaint));
}

void LayerCheck::count(std::size_t count, const std::string& what) const {
  require(count <= most_handles, {.what = "too many " + what + " in one layer",
                                  .expected = "at most " + std::to_string(most_handles),
                                  .found = std::to_string(count),
                                  .advice = "Put some of them into another layer"});
}

void LayerCheck::frame(int frame) const {
  require(frame >= 0 && frame < limits_->frames,
          {.what = "no such frame",
           .expected = "0 to " + std::to_string(limits_->frames - 1),
           .found = std::to_string(frame)});
}

void LayerCheck::vertices(const WeightedPoint& point, const std::string& whose) const {
  require(!point.empty(),
          {.what = "no vertex is given for " + whose, .advice = "Give 'vertex' or 'vertices'"});
  for (const auto& [vertex, weight] : point) {
    require(vertex >= 0 && vertex < limits_->vertices,
            {.what = "no such vertex",
             .expected = "0 to " + std::to_string(limits_->vertices - 1),
             .found = std::to_string(vertex)});
    require(std::isfinite(weight), {.what = "a weight that is no number",
                                    .where = spoken_vertex(limits_->bodies, vertex)});
  }
}

// A point of the body: an affine combination of vertices.
void LayerCheck::point(const WeightedPoint& point, const std::string& whose) const {
  vertices(point, whose);
  double sum = 0;
  for (const WeightedVertex& entry : point) sum += entry.weight;
  require(std::abs(sum - 1) < unit_tolerance, {.what = "weights do not sum to 1 for " + whose,
                                               .found = as_text(sum),
                                               .advice = "Divide them by their sum"});
}

void LayerCheck::length(const Vec3& vector, const std::string& what) const {
  require(vector.allFinite(),
          {.what = what + " is no number", .found = as_text(vector), .advice = "Set it anew"});
  require(vector.norm() <= limits_->farthest,
          {.what = what + " is too far away from the body",
           .expected = "at most " + as_text(limits_->farthest) + " m",
           .found = as_text(vector.norm()) + " m",
           .advice = "Check the units: positions are in metres"});
}

void LayerCheck::speed(const Vec3& velocity) const {
  require(
      velocity.allFinite(),
      {.what = "the velocity is no number", .found = as_text(velocity), .advice = "Set it anew"});
  require(velocity.norm() <= limits_->fastest,
          {.what = "the velocity is too high for the body",
           .expected = "at most " + as_text(limits_->fastest) + " m/s (" +
                       as_text(limits_->farthest) + " m from one frame to the next)",
           .found = as_text(velocity.norm()) + " m/s",
           .advice = "Check the units: velocities are in metres per second, not per frame"});
}

void check_layer(const Layer& layer, const LayerLimits& limits, const std::string& where) {
  const LayerCheck check(layer, limits, where);
  check_weight(check, layer.weight);
  layer.content->check(check);
}

void check_layer_count(std::size_t count, const std::string& where) {
  if (count <= most_layers) return;
  throw InputError({.what = "too many layers",
                    .where = where,
                    .expected = "at most " + std::to_string(most_layers),
                    .found = std::to_string(count)});
}

std::string spoken(const Layer& layer) { return spoken_item("layer", layer.name, layer.id); }

std::string spoken_item(const std::string& what, const std::string& name, int id) {
  return what + " " + quoted(name, id);
}

}  // namespace retake
