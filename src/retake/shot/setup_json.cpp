#include "retake/shot/setup_json.h"

#include "retake/numerics/errors.h"
#include "retake/shot/bodies_json.h"
#include "retake/shot/json_table.h"

namespace retake {

namespace {

const std::vector<std::string> law_names = {"stvk", "corotated", "stable_neo_hookean"};
const std::vector<std::string> integrator_names = {"backward_euler", "second_order"};

}  // namespace

static constexpr auto json_table(const Wind&) {
  return std::tuple{JsonRow{"velocity", &Wind::velocity}, JsonRow{"gust", &Wind::gust},
                    JsonRow{"gust_period", &Wind::gust_period},
                    JsonRow{"turbulence", &Wind::turbulence}};
}
static constexpr auto json_table(const Push&) {
  return std::tuple{JsonRow{"center", &Push::center}, JsonRow{"radius", &Push::radius},
                    JsonRow{"acceleration", &Push::acceleration}, JsonRow{"start", &Push::start},
                    JsonRow{"duration", &Push::duration}};
}
static constexpr auto json_table(const PinPath::Key&) {
  return std::tuple{JsonRow{"time", &PinPath::Key::time},
                    JsonRow{"translation", &PinPath::Key::translation},
                    JsonRow{"rotation", &PinPath::Key::rotation}};
}
static constexpr auto json_table(const PlaneObstacle&) {
  return std::tuple{JsonRow{"point", &PlaneObstacle::point},
                    JsonRow{"normal", &PlaneObstacle::normal}};
}
static constexpr auto json_table(const BoxObstacle&) {
  return std::tuple{JsonRow{"center", &BoxObstacle::center},
                    JsonRow{"half_size", &BoxObstacle::half_size}};
}
static constexpr auto json_table(const SphereObstacle&) {
  return std::tuple{JsonRow{"center", &SphereObstacle::center},
                    JsonRow{"radius", &SphereObstacle::radius}};
}
static constexpr auto json_table(const StairsObstacle&) {
  return std::tuple{JsonRow{"top", &StairsObstacle::top}, JsonRow{"run", &StairsObstacle::run},
                    JsonRow{"rise", &StairsObstacle::rise},
                    JsonRow{"steps", &StairsObstacle::steps}};
}
static constexpr auto json_table(const Material&) {
  return std::tuple{JsonRow{"name", &Material::name}, JsonRow{"density", &Material::density},
                    JsonRow{"young", &Material::young}, JsonRow{"poisson", &Material::poisson}};
}
static constexpr auto json_table(const Launch&) {
  return std::tuple{JsonRow{"translation", &Launch::translation},
                    JsonRow{"rotation", &Launch::rotation}, JsonRow{"velocity", &Launch::velocity},
                    JsonRow{"spin", &Launch::spin}};
}
static constexpr auto json_table(const SimulationOptions&) {
  return std::tuple{JsonRow{"law", &SimulationOptions::law, &law_names},
                    JsonRow{"integrator", &SimulationOptions::integrator, &integrator_names},
                    JsonRow{"fps", &SimulationOptions::fps},
                    JsonRow{"frames", &SimulationOptions::frames},
                    JsonRow{"substeps", &SimulationOptions::substeps},
                    JsonRow{"gravity", &SimulationOptions::gravity},
                    JsonRow{"mass_damping", &SimulationOptions::mass_damping},
                    JsonRow{"stiffness_damping", &SimulationOptions::stiffness_damping},
                    JsonRow{"newton_iterations", &SimulationOptions::newton_iterations},
                    JsonRow{"newton_tolerance", &SimulationOptions::newton_tolerance},
                    JsonRow{"step_halvings", &SimulationOptions::step_halvings},
                    JsonRow{"contact_reach", &SimulationOptions::contact_reach},
                    JsonRow{"friction_speed", &SimulationOptions::friction_speed},
                    JsonRow{"air_density", &SimulationOptions::air_density},
                    JsonRow{"normal_drag", &SimulationOptions::normal_drag},
                    JsonRow{"tangential_drag", &SimulationOptions::tangential_drag}};
}

namespace {

// In the order of the alternatives of an obstacle's shape.
const std::vector<std::string> obstacle_kinds = {"plane", "box", "sphere", "stairs"};

Json to_json(const PinPath& path) {
  Json json = {{"pins", path.pins}, {"pivot", xyz(path.pivot)}};
  write_value(json["keys"], path.keys, nullptr, PlainValues{});
  return json;
}

Wind read_wind(JsonFields fields) {
  const Wind wind = read_table<Wind>(fields);
  if (wind.gust_period <= 0) {
    throw InputError({.what = "gusts need a period",
                      .where = fields.where("gust_period"),
                      .expected = "seconds above 0",
                      .found = std::to_string(wind.gust_period)});
  }
  return wind;
}

Push read_push(JsonFields fields) {
  const Push push = read_table<Push>(fields);
  if (push.radius <= 0 || push.duration <= 0) {
    throw InputError({.what = "a push needs an extent in space and time",
                      .where = fields.where(),
                      .expected = "radius and duration above 0"});
  }
  return push;
}

PinPath read_pin_path(JsonFields fields, const BodySpans& bodies) {
  PinPath path;
  path.pins = read_vertices(fields, "pins", bodies);
  fields.read("pivot", path.pivot);
  for (const JsonFields& key_fields : fields.objects("keys")) {
    const auto key = read_table<PinPath::Key>(key_fields);
    if (!path.keys.empty() && key.time <= path.keys.back().time) {
      throw InputError({.what = "keys of a pin path must be in order of time",
                        .where = key_fields.where("time"),
                        .expected = "more than " + std::to_string(path.keys.back().time),
                        .found = std::to_string(key.time)});
    }
    path.keys.push_back(key);
  }
  fields.finish();
  return path;
}

template <class Shape>
void read_shape(JsonFields& fields, Shape& shape) {
  read_fields(fields, shape);
}

void read_shape(JsonFields& fields, PlaneObstacle& plane) {
  read_fields(fields, plane);
  if (plane.normal.norm() == 0) {
    throw InputError({.what = "a plane needs a direction",
                      .where = fields.where("normal"),
                      .expected = "a vector that is not zero"});
  }
  plane.normal.normalize();
}

// The shape of that kind, as it is unless the file says otherwise.
template <std::size_t... Kind>
auto plain_shape(std::size_t kind, std::index_sequence<Kind...>) {
  decltype(Obstacle::shape) shape;
  (void)((kind == Kind ? (shape.emplace<Kind>(), true) : false) || ...);
  return shape;
}

}  // namespace

Json to_json(const Material& material) { return table_to_json(material); }

Material read_material(JsonFields fields) {
  const Material material = read_table<Material>(fields);
  material.validate(fields.where());
  return material;
}

Json to_json(const Obstacle& obstacle) {
  Json json = {{"name", obstacle.name}, {"kind", obstacle_kinds[obstacle.shape.index()]}};
  std::visit([&](const auto& shape) { write_fields(json, shape); }, obstacle.shape);
  json["friction"] = obstacle.friction;
  return json;
}

Obstacle read_obstacle(JsonFields fields) {
  constexpr std::size_t kinds = std::variant_size_v<decltype(Obstacle::shape)>;
  Obstacle obstacle;
  fields.read("name", obstacle.name);
  fields.read("friction", obstacle.friction);
  const auto kind = static_cast<std::size_t>(fields.read_choice("kind", obstacle_kinds, 0));
  obstacle.shape = plain_shape(kind, std::make_index_sequence<kinds>{});
  std::visit([&](auto& shape) { read_shape(fields, shape); }, obstacle.shape);
  fields.finish();
  validate(obstacle);
  return obstacle;
}

Json to_json(const Forcing& forcing) {
  Json json = Json::object();
  if (forcing.wind) json["wind"] = table_to_json(*forcing.wind);
  for (const Push& push : forcing.pushes) json["pushes"].push_back(table_to_json(push));
  for (const PinPath& path : forcing.pin_paths) json["pin_paths"].push_back(to_json(path));
  return json;
}

Forcing read_forcing(JsonFields fields, const BodySpans& bodies) {
  Forcing forcing;
  if (fields.has("wind")) forcing.wind = read_wind(fields.object("wind"));
  for (const JsonFields& push : fields.objects("pushes")) forcing.pushes.push_back(read_push(push));
  for (const JsonFields& path : fields.objects("pin_paths")) {
    forcing.pin_paths.push_back(read_pin_path(path, bodies));
  }
  fields.finish();
  return forcing;
}

Json to_json(const Launch& launch) { return table_to_json(launch); }

Launch read_launch(JsonFields fields) { return read_table<Launch>(std::move(fields)); }

Json to_json(const SimulationOptions& options) { return table_to_json(options); }

SimulationOptions read_simulation_options(JsonFields fields) {
  const auto options = read_table<SimulationOptions>(std::move(fields));
  options.validate();
  return options;
}

}  // namespace retake
