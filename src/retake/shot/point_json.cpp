#include "retake/shot/point_json.h"

#include "retake/shot/bodies_json.h"
#include "retake/shot/falloff.h"

namespace retake {

namespace {

WeightedPoint read_vertex_list(JsonFields& fields, const BodySpans& bodies, PointUse use) {
  const std::vector<int> vertices = read_vertices(fields, "vertices", bodies);
  const double equal = use == PointUse::region ? 1 : 1.0 / static_cast<double>(vertices.size());
  std::vector<double> weights(vertices.size(), equal);
  fields.read("weights", weights);
  if (weights.size() != vertices.size()) {
    fields.refuse("weights", {.what = "each vertex needs its weight",
                              .expected = std::to_string(vertices.size()) + " weights",
                              .found = std::to_string(weights.size())});
  }
  WeightedPoint point;
  for (std::size_t i = 0; i < vertices.size(); ++i) point.push_back({vertices[i], weights[i]});
  return point;
}

// What lies around a vertex, of its own body alone.
WeightedPoint surroundings(const LayerReading& reading, int vertex, double radius, PointUse use) {
  const BodySpan* own = body_at(reading.bodies, vertex);
  WeightedPoint region = falloff_region(reading.body, vertex, radius);
  if (own != nullptr) {
    std::erase_if(region,
                  [&](const WeightedVertex& entry) { return !own->contains(entry.vertex); });
  }
  return use == PointUse::point ? as_point(std::move(region)) : region;
}

WeightedPoint read_vertex(JsonFields& fields, const LayerReading& reading, PointUse use) {
  const Body& body = reading.body;
  int vertex = 0;
  double radius = 0;
  fields.read("vertex", vertex);
  const BodySpan* whose = read_body_name(fields, reading.bodies);
  vertex = in_stack({vertex}, whose, fields, "vertex").front();
  fields.read("radius", radius);
  if (radius == 0) return {{vertex, 1}};
  if (radius < 0 || vertex < 0 || vertex >= body.vertex_count()) {
    const bool wrong_radius = radius < 0;
    fields.refuse(wrong_radius ? "radius" : "vertex",
                  {.what = wrong_radius ? "a radius below 0" : "no such vertex",
                   .expected = wrong_radius ? "metres, 0 or more"
                                            : "0 to " + std::to_string(body.vertex_count() - 1),
                   .found = wrong_radius ? std::to_string(radius) : std::to_string(vertex)});
  }
  return surroundings(reading, vertex, radius, use);
}

}  // namespace

void write_point(Json& json, const WeightedPoint& point) {
  if (point.empty()) return;
  if (point.size() == 1 && point.front().weight == 1) {
    json["vertex"] = point.front().vertex;
    return;
  }
  for (const WeightedVertex& entry : point) {
    json["vertices"].push_back(entry.vertex);
    json["weights"].push_back(entry.weight);
  }
}

WeightedPoint read_point(JsonFields& fields, const LayerReading& reading, PointUse use) {
  const bool list = fields.has("vertices"), single = fields.has("vertex");
  if (list && single) {
    fields.refuse("vertices",
                  {.what = "'vertex' and 'vertices' are both given", .advice = "Keep one of them"});
  }
  if (list) return read_vertex_list(fields, reading.bodies, use);
  if (single) return read_vertex(fields, reading, use);
  return {};
}

void require_key(JsonFields& fields, const std::string& key, const std::string& expected) {
  if (fields.has(key)) return;
  fields.refuse(key, {.what = "'" + key + "' is missing", .expected = expected});
}

}  // namespace retake
