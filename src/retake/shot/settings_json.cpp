#include "retake/shot/settings_json.h"

#include <numeric>

#include "retake/shot/bodies_json.h"
#include "retake/shot/json_table.h"

namespace retake {

namespace {

const std::vector<std::string> cost_names = {"dynamics", "paper_dynamics", "smooth"};
const std::vector<std::string> end_names = {"both", "start", "loop"};
const std::vector<std::string> contact_sources = {"none", "source", "detect"};
const std::vector<std::string> contact_kinds = {"sliding", "sticking"};

}  // namespace

static constexpr auto json_table(const Damping&) {
  return std::tuple{JsonRow{"ratio", &Damping::ratio}, JsonRow{"mass", &Damping::mass},
                    JsonRow{"stiffness", &Damping::stiffness}};
}
static constexpr auto json_table(const CostOptions&) {
  return std::tuple{JsonRow{"kind", &CostOptions::kind, &cost_names},
                    JsonRow{"ends", &CostOptions::ends, &end_names},
                    JsonRow{"damping", &CostOptions::damping},
                    JsonRow{"timestep", &CostOptions::timestep},
                    JsonRow{"reach", &CostOptions::reach},
                    JsonRow{"smoothness", &CostOptions::smoothness},
                    JsonRow{"shortest_edit", &CostOptions::shortest_edit},
                    JsonRow{"taper_start", &CostOptions::taper_start},
                    JsonRow{"taper_end", &CostOptions::taper_end}};
}
static constexpr auto json_table(const ContactOptions&) {
  return std::tuple{JsonRow{"from", &ContactOptions::from, &contact_sources},
                    JsonRow{"kind", &ContactOptions::kind, &contact_kinds},
                    JsonRow{"self_contact", &ContactOptions::self_contact},
                    JsonRow{"one_sided", &ContactOptions::one_sided},
                    JsonRow{"detection_distance", &ContactOptions::detection_distance},
                    JsonRow{"cluster", &ContactOptions::cluster},
                    JsonRow{"cluster_frames", &ContactOptions::cluster_frames},
                    JsonRow{"cluster_radius", &ContactOptions::cluster_radius}};
}

namespace {

// Whoever gives Rayleigh's numbers means these alone.
void start_damping(JsonFields damping, Damping& start) {
  if (damping.has("mass") || damping.has("stiffness")) start.ratio = 0;
}

CostOptions read_cost(JsonFields fields) {
  CostOptions cost;
  fields.read_enum("kind", cost_names, cost.kind);
  cost.reach = usual_reach(cost.kind);
  if (fields.has("damping")) start_damping(fields.object("damping"), cost.damping);
  return read_table(std::move(fields), cost);
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
  json["cost"] = table_to_json(settings.cost);
  json["exact_handles"] = settings.exact_handles;
  json["filter"] = settings.filter;
  if (!settings.region.empty()) json["region"] = settings.region;
  json["contacts"] = table_to_json(settings.contacts);
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
  if (fields.has("contacts")) {
    settings.contacts = read_table<ContactOptions>(fields.object("contacts"));
  }
  fields.finish();
  return settings;
}

}  // namespace retake
