#include "retake/shot/bodies_json.h"

#include "retake/shot/body_json.h"
#include "retake/shot/origin_json.h"

namespace retake {

namespace fs = std::filesystem;

namespace {

ShotBody read_one(JsonFields fields, const fs::path& folder, Notes& notes) {
  ShotBody part;
  const std::string name = fields.required_text("name");
  if (fields.has("color")) {
    Vec3 color = Vec3::Zero();
    fields.read("color", color);
    part.color = color.cast<float>();
  }
  std::optional<JsonFields> origin;
  if (fields.has("origin")) origin.emplace(fields.object("origin"));
  part.body = read_body_of_shot(fields, folder, notes);
  part.body.name = name;
  if (origin) part.origin = read_origin(*origin, folder, part.body.vertex_count());
  return part;
}

}  // namespace

Json bodies_to_json(const std::vector<ShotBody>& bodies, const fs::path& folder,
                    const ShotStaging& staging) {
  check_body_names(bodies, "the shot");
  Json list = Json::array();
  for (const ShotBody& part : bodies) {
    const std::string ending = "." + part.body.name;
    Json json = {{"name", part.body.name}};
    json.update(body_to_json(part.body, {.mesh = ending, .others = ending}, staging));
    if (part.color) json["color"] = xyz(part.color->cast<double>());
    if (part.origin) json["origin"] = origin_to_json(*part.origin, folder, staging, ending);
    list.push_back(std::move(json));
  }
  return list;
}

std::vector<ShotBody> read_bodies(JsonFields& shot, const fs::path& folder, Notes& notes) {
  std::vector<ShotBody> bodies;
  for (const JsonFields& fields : shot.objects("bodies")) {
    bodies.push_back(read_one(fields, folder, notes));
  }
  if (bodies.empty()) shot.refuse("bodies", {.what = "a shot without bodies"});
  for (const char* single : {"body", "origin"}) {
    if (!shot.has(single)) continue;
    shot.refuse(single, {.what = "one body and several",
                         .advice = std::string("Keep 'bodies'; each can have ") +
                                   (std::string(single) == "body" ? "all that 'body' has"
                                                                  : "an 'origin' of its own")});
  }
  check_body_names(bodies, shot.where("bodies"));
  return bodies;
}

const BodySpan* read_body_name(JsonFields& fields, const BodySpans& bodies) {
  if (!fields.has("body")) return nullptr;
  if (bodies.empty()) {
    fields.refuse("body", {.what = "the shot has one body, which needs no name here",
                           .advice = "Leave 'body' out"});
  }
  std::vector<std::string> names;
  for (const BodySpan& body : bodies) names.push_back(body.name);
  return &bodies[static_cast<std::size_t>(fields.read_choice("body", names, 0))];
}

std::vector<int> in_stack(std::vector<int> vertices, const BodySpan* body, const JsonFields& fields,
                          const std::string& key) {
  if (body == nullptr) return vertices;
  for (int& vertex : vertices) {
    if (vertex < 0 || vertex >= body->vertices) {
      fields.refuse(key, {.what = "no such vertex of body '" + body->name + "'",
                          .expected = "0 to " + std::to_string(body->vertices - 1),
                          .found = std::to_string(vertex)});
    }
    vertex += body->first_vertex;
  }
  return vertices;
}

std::vector<int> read_vertices(JsonFields& fields, const std::string& key,
                               const BodySpans& bodies) {
  std::vector<int> vertices;
  fields.read(key, vertices);
  return in_stack(std::move(vertices), read_body_name(fields, bodies), fields, key);
}

}  // namespace retake
