// Shots to files and back: shot.json, and beside it the mesh, the render surface, the cache and the
// contacts. docs/shot.md describes every key.
#include "retake/mesh/file_bytes.h"
#include "retake/mesh/motion_file.h"
#include "retake/numerics/errors.h"
#include "retake/shot/bodies_json.h"
#include "retake/shot/body_json.h"
#include "retake/shot/json_table.h"
#include "retake/shot/layer_checks.h"
#include "retake/shot/layer_ids.h"
#include "retake/shot/layer_json.h"
#include "retake/shot/origin_json.h"
#include "retake/shot/read_shot.h"
#include "retake/shot/setup_json.h"
#include "retake/shot/shot_bodies.h"
#include "retake/shot/source_json.h"
#include "retake/shot/source_kinds.h"
#include "retake/shot/staged_shot.h"

namespace retake {

static constexpr auto json_table(const View&) {
  return std::tuple{JsonRow{"eye", &View::eye}, JsonRow{"target", &View::target},
                    JsonRow{"vertical_field_of_view", &View::vertical_field_of_view}};
}

namespace {

namespace fs = std::filesystem;

constexpr int shot_version = 1;

Json color_to_json(const Eigen::Vector3f& color) { return xyz(color.cast<double>()); }

void read_color(JsonFields& fields, Eigen::Vector3f& color) {
  Vec3 value = color.cast<double>();
  fields.read("color", value);
  color = value.cast<float>();
}

View read_view(JsonFields fields) {
  const View view = read_table<View>(fields);
  if (view.eye == view.target || view.vertical_field_of_view <= 0 ||
      view.vertical_field_of_view >= 180) {
    throw InputError(
        {.what = "nothing can be seen like this",
         .where = fields.where(),
         .expected = "an eye away from its target, a field of view of 0 to 180 degrees"});
  }
  return view;
}

Json props_to_json(const std::vector<Prop>& props, const ShotStaging& staging) {
  Json json = Json::array();
  for (const Prop& prop : props) {
    check_file_name(prop.name, "a prop of the shot");
    const std::string mesh = staging.data_name("." + prop.name + ".ply");
    write_mesh(staging / mesh, prop.mesh);
    json.push_back({{"name", prop.name}, {"mesh", mesh}, {"color", color_to_json(prop.color)}});
  }
  return json;
}

Prop read_prop(JsonFields fields, const fs::path& folder, Notes& notes) {
  Prop prop;
  prop.name = fields.required_text("name");
  prop.mesh = read_triangles(folder / fields.required_text("mesh"), notes).mesh;
  read_color(fields, prop.color);
  fields.finish();
  return prop;
}

void check_version(JsonFields& fields) {
  int version = 0;
  fields.read("retake", version);
  if (version == shot_version) return;
  throw InputError({.what = version > shot_version ? "the shot was written by a newer Retake"
                                                   : "not a shot of Retake",
                    .where = fields.where(),
                    .expected = "\"retake\": " + std::to_string(shot_version),
                    .found = version == 0 ? "no such key" : std::to_string(version),
                    .advice = version > shot_version ? "Update the program to open it" : ""});
}

// Poses are files beside the shot, named after their wish.
Json layers_to_json(const std::vector<Layer>& layers, const ShotStaging& staging) {
  const PoseToJson pose_file = [&](const LayerWish& wish) {
    const std::string name = staging.data_name(".pose" + std::to_string(wish.id) + ".pc2");
    write_motion(staging / name, {.frames = {wish.wish.pose}});
    return Json(name);
  };
  Json json = Json::array();
  for (const Layer& layer : layers) json.push_back(to_json(layer, pose_file));
  return json;
}

void read_layers(JsonFields& fields, const fs::path& folder, Shot& shot) {
  const LayerReading reading = {
      .body = shot.body(), .folder = folder, .bodies = spans_of(shot.bodies.several())};
  for (const JsonFields& layer : fields.objects("layers")) {
    shot.layers.push_back(read_layer(layer, reading));
  }
  check_layer_count(shot.layers.size(), fields.where());
  number_layers(shot.layers, fields.where());
  const LayerLimits limits = layer_limits(shot);
  for (const Layer& layer : shot.layers) check_layer(layer, limits, fields.where());
}

// What the file starts from: bodies of its own, or a built-in scene with all that belongs to it.
ShotReading opening_of_shot(JsonFields& fields, const fs::path& folder,
                            const SceneOpener& open_scene) {
  ShotReading reading;
  Shot& shot = reading.shot;
  if (fields.has("scene")) {
    std::string scene;
    fields.read("scene", scene);
    if (!open_scene) fields.refuse("scene", {.what = "built-in scenes are not known here"});
    shot = open_scene(scene);
    fields.read("name", shot.name);
    return reading;
  }
  fields.read("name", shot.name);
  if (fields.has("bodies")) {
    read_color(fields, shot.color);
    shot.bodies = ShotBodies(read_bodies(fields, folder, reading.notes), shot.name, shot.color);
    return reading;
  }
  shot.bodies.only() = read_body_of_shot(fields.object("body"), folder, reading.notes);
  shot.bodies.only().name = shot.name;
  return reading;
}

// Names need not be valid UTF-8; JSON must be.
std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

StagedShot stage_shot(const Shot& shot, const fs::path& json_file, const FrameStream& cache) {
  auto staging = std::make_unique<ShotStaging>(json_file);
  Json json = {{"retake", shot_version}, {"name", shot.name}};
  if (shot.bodies.several().empty()) {
    // Imported, the mesh that a person gave may be called like the shot and lie beside it.
    const std::string mesh = shot.origin ? ".body" : "";
    json["body"] = body_to_json(shot.body(), {.mesh = mesh, .others = ""}, *staging);
  } else {
    json["bodies"] = bodies_to_json(shot.bodies.several(), json_file.parent_path(), *staging);
  }
  json["source"] = source_to_json(shot.source, {shot, *staging, cache});
  json["simulation"] = to_json(shot.setup.options);
  for (const Obstacle& obstacle : shot.setup.obstacles) {
    json["obstacles"].push_back(to_json(obstacle));
  }
  json["forcing"] = to_json(shot.setup.forcing);
  json["launch"] = to_json(shot.setup.launch);
  json["view"] = table_to_json(shot.view);
  json["color"] = color_to_json(shot.color);
  json["props"] = props_to_json(shot.props, *staging);
  if (shot.origin) {
    json["origin"] = origin_to_json(*shot.origin, json_file.parent_path(), *staging);
  }
  json["layers"] = layers_to_json(shot.layers, *staging);
  return {std::move(staging), json_text(json)};
}

StagedShot stage_edits(const Shot& shot, const fs::path& json_file, EditedParts edited) {
  auto staging = std::make_unique<ShotStaging>(json_file);
  Json json = parse_json(read_file(json_file).bytes, json_file.string());
  json["name"] = shot.name;
  if (edited == EditedParts::layers_and_source)
    json["source"] = edited_source_to_json(json.value("source", Json()), shot, *staging);
  json["layers"] = layers_to_json(shot.layers, *staging);
  return {std::move(staging), json_text(json)};
}

void write_shot(const Shot& shot, const fs::path& json_file) {
  stage_shot(shot, json_file).publish();
}

Shot read_shot(const fs::path& json_file, const SceneOpener& open_scene) {
  return read_shot_with_notes(json_file, open_scene).shot;
}

ShotReading read_shot_with_notes(const fs::path& json_file, const SceneOpener& open_scene) {
  finish_interrupted_save(json_file);
  const Json json = parse_json(read_file(json_file).bytes, json_file.string());
  JsonFields fields(json, json_file.string());
  check_version(fields);
  const fs::path folder = json_file.parent_path();
  ShotReading reading = opening_of_shot(fields, folder, open_scene);
  Shot& shot = reading.shot;
  if (fields.has("simulation")) {
    shot.setup.options = read_simulation_options(fields.object("simulation"));
  }
  for (const JsonFields& obstacle : fields.objects("obstacles")) {
    shot.setup.obstacles.push_back(read_obstacle(obstacle));
  }
  if (fields.has("forcing"))
    shot.setup.forcing = read_forcing(fields.object("forcing"), spans_of(shot.bodies.several()));
  validate(shot.setup.forcing, shot.body());
  if (fields.has("launch")) shot.setup.launch = read_launch(fields.object("launch"));
  if (fields.has("origin")) {
    shot.origin = read_origin(fields.object("origin"), folder, shot.body().vertex_count());
  }
  if (fields.has("source")) read_source(fields.object("source"), folder, shot);
  check_source_bodies(shot);
  if (fields.has("view")) shot.view = read_view(fields.object("view"));
  read_color(fields, shot.color);
  for (const JsonFields& prop : fields.objects("props")) {
    shot.props.push_back(read_prop(prop, folder, reading.notes));
  }
  read_layers(fields, folder, shot);
  fields.finish();
  return reading;
}

}  // namespace retake
