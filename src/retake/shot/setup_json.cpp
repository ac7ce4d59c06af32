#include "retake/shot/setup_json.h"

#include "retake/numerics/errors.h"
#include "retake/shot/bodies_json.h"

namespace retake {

namespace {

const std::vector<std::string> law_names = {"stvk", "corotated", "stable_neo_hookean"};
const std::vector<std::string> integrator_names = {"backward_euler", "second_order"};
const std::vector<std::string> obstacle_kinds = {"plane", "box", "sphere", "stairs"};

Json to_json(const Wind& wind) {
  return {{"velocity", xyz(wind.velocity)},
          {"gust", wind.gust},
          {"gust_period", wind.gust_period},
          {"turbulence", wind.turbulence}};
}

Json to_json(const Push& push) {
  return {{"center", xyz(push.center)},
          {"radius", push.radius},
          {"acceleration", xyz(push.acceleration)},
          {"start", push.start},
          {"duration", push.duration}};
}

Json to_json(const PinPath& path) {
  Json keys = Json::array();
  for (const PinPath::Key& key : path.keys) {
    keys.push_back({{"time", key.time},
                    {"translation", xyz(key.translation)},
                    {"rotation", xyz(key.rotation)}});
  }
  return {{"pins", path.pins}, {"pivot", xyz(path.pivot)}, {"keys", keys}};
}

Wind read_wind(JsonFields fields) {
  Wind wind;
  fields.read("velocity", wind.velocity);
  fields.read("gust", wind.gust);
  fields.read("gust_period", wind.gust_period);
  fields.read("turbulence", wind.turbulence);
  fields.finish();
  if (wind.gust_period <= 0) {
    throw InputError({.what = "gusts need a period",
                      .where = fields.where("gust_period"),
                      .expected = "seconds above 0",
                      .found = std::to_string(wind.gust_period)});
  }
  return wind;
}

Push read_push(JsonFields fields) {
  Push push;
  fields.read("center", push.center);
  fields.read("radius", push.radius);
  fields.read("acceleration", push.acceleration);
  fields.read("start", push.start);
  fields.read("duration", push.duration);
  fields.finish();
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
  for (JsonFields& key_fields : fields.objects("keys")) {
    PinPath::Key key;
    key_fields.read("time", key.time);
    key_fields.read("translation", key.translation);
    key_fields.read("rotation", key.rotation);
    key_fields.finish();
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

// The shape's own keys, beside the obstacle's name, kind and friction.
struct ShapeToJson {
  Json& json;
  void operator()(const PlaneObstacle& plane) const {
    json["point"] = xyz(plane.point);
    json["normal"] = xyz(plane.normal);
  }
  void operator()(const BoxObstacle& box) const {
    json["center"] = xyz(box.center);
    json["half_size"] = xyz(box.half_size);
  }
  void operator()(const SphereObstacle& sphere) const {
    json["center"] = xyz(sphere.center);
    json["radius"] = sphere.radius;
  }
  void operator()(const StairsObstacle& stairs) const {
    json["top"] = xyz(stairs.top);
    json["run"] = stairs.run;
    json["rise"] = stairs.rise;
    json["steps"] = stairs.steps;
  }
};

PlaneObstacle read_plane(JsonFields& fields) {
  PlaneObstacle plane;
  fields.read("point", plane.point);
  fields.read("normal", plane.normal);
  if (plane.normal.norm() == 0) {
    throw InputError({.what = "a plane needs a direction",
                      .where = fields.where("normal"),
                      .expected = "a vector that is not zero"});
  }
  plane.normal.normalize();
  return plane;
}

BoxObstacle read_box(JsonFields& fields) {
  BoxObstacle box;
  fields.read("center", box.center);
  fields.read("half_size", box.half_size);
  return box;
}

SphereObstacle read_sphere(JsonFields& fields) {
  SphereObstacle sphere;
  fields.read("center", sphere.center);
  fields.read("radius", sphere.radius);
  return sphere;
}

StairsObstacle read_stairs(JsonFields& fields) {
  StairsObstacle stairs;
  fields.read("top", stairs.top);
  fields.read("run", stairs.run);
  fields.read("rise", stairs.rise);
  fields.read("steps", stairs.steps);
  return stairs;
}

}  // namespace

Json to_json(const Material& material) {
  return {{"name", material.name},
          {"density", material.density},
          {"young", material.young},
          {"poisson", material.poisson}};
}

Material read_material(JsonFields fields) {
  Material material;
  fields.read("name", material.name);
  fields.read("density", material.density);
  fields.read("young", material.young);
  fields.read("poisson", material.poisson);
  fields.finish();
  material.validate(fields.where());
  return material;
}

Json to_json(const Obstacle& obstacle) {
  Json json = {{"name", obstacle.name}, {"kind", obstacle_kinds[obstacle.shape.index()]}};
  std::visit(ShapeToJson{json}, obstacle.shape);
  json["friction"] = obstacle.friction;
  return json;
}

Obstacle read_obstacle(JsonFields fields) {
  Obstacle obstacle;
  fields.read("name", obstacle.name);
  fields.read("friction", obstacle.friction);
  switch (fields.read_choice("kind", obstacle_kinds, 0)) {
    case 0:
      obstacle.shape = read_plane(fields);
      break;
    case 1:
      obstacle.shape = read_box(fields);
      break;
    case 2:
      obstacle.shape = read_sphere(fields);
      break;
    default:
      obstacle.shape = read_stairs(fields);
      break;
  }
  fields.finish();
  validate(obstacle);
  return obstacle;
}

Json to_json(const Forcing& forcing) {
  Json json = Json::object();
  if (forcing.wind) json["wind"] = to_json(*forcing.wind);
  for (const Push& push : forcing.pushes) json["pushes"].push_back(to_json(push));
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

Json to_json(const Launch& launch) {
  return {{"translation", xyz(launch.translation)},
          {"rotation", xyz(launch.rotation)},
          {"velocity", xyz(launch.velocity)},
          {"spin", xyz(launch.spin)}};
}

Launch read_launch(JsonFields fields) {
  Launch launch;
  fields.read("translation", launch.translation);
  fields.read("rotation", launch.rotation);
  fields.read("velocity", launch.velocity);
  fields.read("spin", launch.spin);
  fields.finish();
  return launch;
}

Json to_json(const SimulationOptions& options) {
  return {{"law", name_of(options.law, law_names)},
          {"integrator", name_of(options.integrator, integrator_names)},
          {"fps", options.fps},
          {"frames", options.frames},
          {"substeps", options.substeps},
          {"gravity", xyz(options.gravity)},
          {"mass_damping", options.mass_damping},
          {"stiffness_damping", options.stiffness_damping},
          {"newton_iterations", options.newton_iterations},
          {"newton_tolerance", options.newton_tolerance},
          {"step_halvings", options.step_halvings},
          {"contact_reach", options.contact_reach},
          {"friction_speed", options.friction_speed},
          {"air_density", options.air_density},
          {"normal_drag", options.normal_drag},
          {"tangential_drag", options.tangential_drag}};
}

SimulationOptions read_simulation_options(JsonFields fields) {
  SimulationOptions options;
  options.law =
      static_cast<ElasticLaw>(fields.read_choice("law", law_names, static_cast<int>(options.law)));
  options.integrator = static_cast<Integrator>(
      fields.read_choice("integrator", integrator_names, static_cast<int>(options.integrator)));
  fields.read("fps", options.fps);
  fields.read("frames", options.frames);
  fields.read("substeps", options.substeps);
  fields.read("gravity", options.gravity);
  fields.read("mass_damping", options.mass_damping);
  fields.read("stiffness_damping", options.stiffness_damping);
  fields.read("newton_iterations", options.newton_iterations);
  fields.read("newton_tolerance", options.newton_tolerance);
  fields.read("step_halvings", options.step_halvings);
  fields.read("contact_reach", options.contact_reach);
  fields.read("friction_speed", options.friction_speed);
  fields.read("air_density", options.air_density);
  fields.read("normal_drag", options.normal_drag);
  fields.read("tangential_drag", options.tangential_drag);
  fields.finish();
  options.validate();
  return options;
}

}  // namespace retake
