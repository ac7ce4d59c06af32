// Shots to files and back: shot.json, and beside it the mesh, the render surface, the cache and the
// contacts. docs/shot.md describes every key.
#include "retake/mesh/file_bytes.h"
#include "retake/mesh/motion_file.h"
#include "retake/numerics/errors.h"
#include "retake/shot/layer_checks.h"
#include "retake/shot/layer_ids.h"
#include "retake/shot/layer_json.h"
#include "retake/shot/origin_json.h"
#include "retake/shot/read_shot.h"
#include "retake/shot/setup_json.h"
#include "retake/shot/source_json.h"
#include "retake/shot/staged_shot.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

constexpr int format_version = 1;

Json color_to_json(const Eigen::Vector3f& color) { return xyz(color.cast<double>()); }

void read_color(JsonFields& fields, Eigen::Vector3f& color) {
  Vec3 value = color.cast<double>();
  fields.read("color", value);
  color = value.cast<float>();
}

// The tets with the body's materials. How the surface hangs in them is found again when it is read.
Json interior_to_json(const Body& body, const ShotStaging& staging) {
  Body inside;
  inside.rest_positions = body.interior->rest_positions;
  inside.tets = body.interior->tets;
  inside.materials = body.materials;
  inside.material_of_element = body.material_of_element;
  const std::string mesh = staging.data_name(".interior.veg");
  write_mesh(staging / mesh, to_mesh_file(inside));
  return {{"mesh", mesh}, {"fill", body.interior->fill}};
}

Json body_to_json(const Shot& shot, const ShotStaging& staging) {
  const Body& body = shot.setup.body;
  // Imported, the mesh that a person gave may be called like the shot and lie beside it.
  const std::string part = shot.origin ? ".body" : "";
  const std::string mesh = staging.data_name(part + (body.has_tets() ? ".veg" : ".obj"));
  write_mesh(staging / mesh, to_mesh_file(body));
  Json json = {{"mesh", mesh}};
  if (body.interior) json["interior"] = interior_to_json(body, staging);
  if (body.is_shell()) {
    json["material"] = to_json(body.materials.front());
    json["thickness"] = body.thickness;
  }
  json["pins"] = body.pins;
  if (body.render_surface) {
    const std::string render = staging.data_name(".render.ply");
    MeshFile file;
    file.triangles = body.render_surface->mesh;
    file.colors = body.render_surface->colors;
    write_mesh(staging / render, file);
    json["render_surface"] = render;
  }
  return json;
}

struct ColoredTriangles {
  TriangleMesh mesh;
  Eigen::Matrix3Xf colors;
};

void add_notes(Notes& notes, const fs::path& path, const Notes& more) {
  for (const std::string& note : more) notes.push_back(path.string() + ": " + note);
}

ColoredTriangles read_triangles(const fs::path& path, Notes& notes) {
  MeshFile file = read_mesh(path);
  add_notes(notes, path, file.notes);
  if (!file.triangles) {
    throw InputError({.what = "the mesh has no triangles",
                      .where = path.string(),
                      .expected = "a surface to look at"});
  }
  return {std::move(*file.triangles), std::move(file.colors)};
}

RenderSurface read_render_surface(const fs::path& path, const Body& body, Notes& notes) {
  auto [mesh, colors] = read_triangles(path, notes);
  RenderSurface surface;
  surface.mesh = std::move(mesh);
  surface.colors = std::move(colors);
  const Points& points = surface.mesh.positions;
  surface.embedding = body.has_tets()
                          ? embed(points, {body.rest_positions, body.tets})
                          : embed_in_triangles(points, {body.rest_positions, body.triangles});
  return surface;
}

// Gives the body its interior, and the materials of the interior's file.
void read_interior(JsonFields fields, const fs::path& folder, Body& body, Notes& notes) {
  const fs::path path = folder / fields.required_text("mesh");
  Notes of_file;
  Body inside = read_body(path, &of_file);
  add_notes(notes, path, of_file);
  if (!inside.has_tets()) {
    throw InputError({.what = "the mesh has no tets",
                      .where = path.string(),
                      .expected = "the inside of the body"});
  }
  Interior interior;
  interior.surface = embed(body.rest_positions, {inside.rest_positions, inside.tets});
  interior.rest_positions = std::move(inside.rest_positions);
  interior.tets = std::move(inside.tets);
  fields.read("fill", interior.fill);
  fields.finish();
  body.interior = std::move(interior);
  body.materials = std::move(inside.materials);
  body.material_of_element = std::move(inside.material_of_element);
}

Body read_body_of_shot(JsonFields fields, const fs::path& folder, Notes& notes) {
  const MeshFile file = read_mesh(folder / fields.required_text("mesh"));
  Notes with_materials;
  Body body = make_body(file, &with_materials);
  const bool has_interior = fields.has("interior");
  const bool has_material = fields.has("material");  // the file's own then matter to nobody
  add_notes(notes, file.path, has_material || has_interior ? file.notes : with_materials);
  if (has_interior) read_interior(fields.object("interior"), folder, body, notes);
  if (has_material) {
    body.materials = {read_material(fields.object("material"))};
    body.material_of_element.clear();
  }
  fields.read("thickness", body.thickness);
  fields.read("pins", body.pins);
  if (fields.has("render_surface")) {
    body.render_surface =
        read_render_surface(folder / fields.required_text("render_surface"), body, notes);
  }
  fields.finish();
  validate(body);
  return body;
}

Json to_json(const View& view) {
  return {{"eye", xyz(view.eye)},
          {"target", xyz(view.target)},
          {"vertical_field_of_view", view.vertical_field_of_view}};
}

View read_view(JsonFields fields) {
  View view;
  fields.read("eye", view.eye);
  fields.read("target", view.target);
  fields.read("vertical_field_of_view", view.vertical_field_of_view);
  fields.finish();
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
  if (version == format_version) return;
  throw InputError({.what = version > format_version ? "the shot was written by a newer Retake"
                                                     : "not a shot of Retake",
                    .where = fields.where(),
                    .expected = "\"retake\": " + std::to_string(format_version),
                    .found = version == 0 ? "no such key" : std::to_string(version),
                    .advice = version > format_version ? "Update the program to open it" : ""});
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
  const LayerReading reading = {shot.setup.body, folder};
  for (const JsonFields& layer : fields.objects("layers")) {
    shot.layers.push_back(read_layer(layer, reading));
  }
  check_layer_count(shot.layers.size(), fields.where());
  number_layers(shot.layers, fields.where());
  const LayerLimits limits = layer_limits(shot);
  for (const Layer& layer : shot.layers) check_layer(layer, limits, fields.where());
}

// What the file starts from: a body of its own, or a built-in scene with all that belongs to it.
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
  shot.setup.body = read_body_of_shot(fields.object("body"), folder, reading.notes);
  shot.setup.body.name = shot.name;
  return reading;
}

// Names need not be valid UTF-8; JSON must be.
std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

StagedShot stage_shot(const Shot& shot, const fs::path& json_file, const FrameStream& cache) {
  auto staging = std::make_unique<ShotStaging>(json_file);
  Json json = {{"retake", format_version}, {"name", shot.name}};
  json["body"] = body_to_json(shot, *staging);
  json["source"] = source_to_json(shot, *staging, cache);
  json["simulation"] = to_json(shot.setup.options);
  for (const Obstacle& obstacle : shot.setup.obstacles) {
    json["obstacles"].push_back(to_json(obstacle));
  }
  json["forcing"] = to_json(shot.setup.forcing);
  json["launch"] = to_json(shot.setup.launch);
  json["view"] = to_json(shot.view);
  json["color"] = color_to_json(shot.color);
  json["props"] = props_to_json(shot.props, *staging);
  if (shot.origin) {
    json["origin"] = origin_to_json(*shot.origin, json_file.parent_path(), *staging);
  }
  json["layers"] = layers_to_json(shot.layers, *staging);
  return {std::move(staging), json_text(json)};
}

StagedShot stage_layers(const Shot& shot, const fs::path& json_file) {
  auto staging = std::make_unique<ShotStaging>(json_file);
  Json json = parse_json(read_file(json_file).bytes, json_file.string());
  json["name"] = shot.name;
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
  if (fields.has("forcing")) shot.setup.forcing = read_forcing(fields.object("forcing"));
  validate(shot.setup.forcing, shot.setup.body);
  if (fields.has("launch")) shot.setup.launch = read_launch(fields.object("launch"));
  if (fields.has("source")) read_source(fields.object("source"), folder, shot);
  if (fields.has("view")) shot.view = read_view(fields.object("view"));
  read_color(fields, shot.color);
  for (const JsonFields& prop : fields.objects("props")) {
    shot.props.push_back(read_prop(prop, folder, reading.notes));
  }
  if (fields.has("origin")) {
    shot.origin = read_origin(fields.object("origin"), folder, shot.setup.body.vertex_count());
  }
  read_layers(fields, folder, shot);
  fields.finish();
  return reading;
}

}  // namespace retake
