#include "retake/shot/settings_json.h"

#include <numeric>

#include "retake/shot/bodies_json.h"

namespace retake {

namespace {

const std::vector<std::string> cost_names = {"dynamics", "paper_dynamics", "smooth"};
const std::vector<std::string> end_names = {"both", "start", "loop"};
const std::vector<std::string> contact_sources = {"none", "source", "detect"};
const std::vector<std::string> contact_kinds = {"sliding", "sticking"};

Json to_json(const Damping& damping) {
  return {{"ratio", damping.ratio}, {"mass", damping.mass}, {"stiffness", damping.stiffness}};
}

// Whoever gives Rayleigh's numbers means these alone.
Damping read_damping(JsonFields fields) {
  Damping damping;
  if (fields.has("mass") || fields.has("stiffness")) damping.ratio = 0;
  fields.read("ratio", damping.ratio);
  fields.read("mass", damping.mass);
  fields.read("stiffness", damping.stiffness);
  fields.finish();
  return damping;
}

Json to_json(const CostOptions& cost) {
  return {{"kind", name_of(cost.kind, cost_names)},
          {"ends", name_of(cost.ends, end_names)},
          {"damping", to_json(cost.damping)},
          {"timestep", cost.timestep},
          {"reach", cost.reach},
          {"smoothness", cost.smoothness},
          {"shortest_edit", cost.shortest_edit},
          {"taper_start", cost.taper_start},
          {"taper_end", cost.taper_end}};
}

CostOptions read_cost(JsonFields fields) {
  CostOptions cost;
  fields.read_enum("kind", cost_names, cost.kind);
  fields.read_enum("ends", end_names, cost.ends);
  if (fields.has("damping")) cost.damping = read_damping(fields.object("damping"));
  fields.read("timestep", cost.timestep);
  cost.reach = usual_reach(cost.kind);
  fields.read("reach", cost.reach);
  fields.read("smoothness", cost.smoothness);
  fields.read("shortest_edit", cost.shortest_edit);
  fields.read("taper_start", cost.taper_start);
  fields.read("taper_end", cost.taper_end);
  fields.finish();
  return cost;
}

Json to_json(const ContactOptions& contacts) {
  return {{"from", name_of(contacts.from, contact_sources)},
          {"kind", name_of(contacts.kind, contact_kinds)},
          {"self_contact", contacts.self_contact},
          {"one_sided", contacts.one_sided},
          {"detection_distance", contacts.detection_distance},
          {"cluster", contacts.cluster},
          {"cluster_frames", contacts.cluster_frames},
          {"cluster_radius", contacts.cluster_radius}};
}

ContactOptions read_contact_options(JsonFields fields) {
  ContactOptions contacts;
  fields.read_enum("from", contact_sources, contacts.from);
  fields.read_enum("kind", contact_kinds, contacts.kind);
  fields.read("self_contact", contacts.self_contact);
  fields.read("one_sided", contacts.one_sided);
  fields.read("detection_distance", contacts.detection_distance);
  fields.read("cluster", contacts.cluster);
  fields.read("cluster_frames", contacts.cluster_frames);
  fields.read("cluster_radius", contacts.cluster_radius);
  fields.finish();
  return contacts;
}

// A list of vertices, or an object that names a body: all of it, or some of its vertices.
std::vector<int> read_region(JsonFields& fields, const BodySpans& bodies) {
  const Json* json = fields.find("region");
  std::vector<int> region;
  if (json == nullptr || !json->is_object()) {
    fields.read("region", region);
    return region;
  }
  JsonFields part = fields.object("region");
  part.required_text("body");
  if (part.has("vertices")) {
    region = read_vertices(part, "vertices", bodies);
  } else {
    const BodySpan* body = read_body_name(part, bodies);
    region.resize(static_cast<std::size_t>(body->vertices));
    std::iota(region.begin(), region.end(), body->first_vertex);
  }
  part.finish();
  return region;
}

}  // namespace

Json to_json(const EditSettings& settings) {
  Json json = Json::object();
  if (settings.window) json["window"] = {settings.window->first, settings.window->second};
  json["modes"] = settings.modes;
  json["cost"] = to_json(settings.cost);
  json["exact_handles"] = settings.exact_handles;
  json["filter"] = settings.filter;
  if (!settings.region.empty()) json["region"] = settings.region;
  json["contacts"] = to_json(settings.contacts);
  return json;
}

EditSettings read_edit_settings(JsonFields fields, const LayerReading& reading) {
  EditSettings settings{.modes = usual_modes(reading.body.vertex_count())};
  settings.window = fields.read_frame_pair("window");
  fields.read("modes", settings.modes);
  if (fields.has("cost")) settings.cost = read_cost(fields.object("cost"));
  fields.read("exact_handles", settings.exact_handles);
  fields.read("filter", settings.filter);
  settings.region = read_region(fields, reading.bodies);
  if (fields.has("contacts")) settings.contacts = read_contact_options(fields.object("contacts"));
  fields.finish();
  return settings;
}

}  // namespace retake
