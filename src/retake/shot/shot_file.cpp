// Shots to files and back: shot.json, and beside it the mesh, the render surface, the cache and the
// contacts. docs/shot.md describes every key.
#include <fstream>
#include <iterator>

#include "retake/elasticity/body_file.h"
#include "retake/mesh/atomic_file.h"
#include "retake/mesh/motion_file.h"
#include "retake/numerics/errors.h"
#include "retake/shot/setup_json.h"
#include "retake/shot/shot.h"
#include "retake/shot/shot_staging.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

constexpr int format_version = 1;
const std::vector<std::string> source_names = {"rest", "simulate", "cache"};

Json color_to_json(const Eigen::Vector3f& color) { return xyz(color.cast<double>()); }

void read_color(JsonFields& fields, Eigen::Vector3f& color) {
  Vec3 value = color.cast<double>();
  fields.read("color", value);
  color = value.cast<float>();
}

Json body_to_json(const Body& body, const ShotStaging& staging) {
  const std::string mesh = staging.data_name(body.is_shell() ? ".obj" : ".veg");
  write_mesh(staging / mesh, to_mesh_file(body));
  Json json = {{"mesh", mesh}};
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

ColoredTriangles read_triangles(const fs::path& path) {
  MeshFile file = read_mesh(path);
  if (!file.triangles) {
    throw InputError({.what = "the mesh has no triangles",
                      .where = path.string(),
                      .expected = "a surface to look at"});
  }
  return {std::move(*file.triangles), std::move(file.colors)};
}

RenderSurface read_render_surface(const fs::path& path, const Body& body) {
  auto [mesh, colors] = read_triangles(path);
  RenderSurface surface;
  surface.mesh = std::move(mesh);
  surface.colors = std::move(colors);
  surface.embedding = embed(surface.mesh.positions, {body.rest_positions, body.tets});
  return surface;
}

Body read_body_of_shot(JsonFields fields, const fs::path& folder) {
  Body body = read_body(folder / fields.required_text("mesh"));
  if (fields.has("material")) {
    body.materials = {read_material(fields.object("material"))};
    body.material_of_element.clear();
  }
  fields.read("thickness", body.thickness);
  fields.read("pins", body.pins);
  if (fields.has("render_surface")) {
    body.render_surface =
        read_render_surface(folder / fields.required_text("render_surface"), body);
  }
  fields.finish();
  validate(body);
  return body;
}

Json contacts_to_json(const std::vector<Contact>& contacts) {
  Json json = {{"frame", Json::array()},
               {"vertex", Json::array()},
               {"obstacle", Json::array()},
               {"normal", Json::array()}};
  for (const Contact& contact : contacts) {
    json["frame"].push_back(contact.frame);
    json["vertex"].push_back(contact.vertex);
    json["obstacle"].push_back(contact.obstacle);
    for (const double part : contact.normal) json["normal"].push_back(part);
  }
  return json;
}

std::string read_text(const fs::path& path) {
  if (!fs::is_regular_file(path)) {
    throw FileError({.what = "no such file", .where = path.string()});
  }
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw FileError({.what = "the file cannot be read", .where = path.string()});
  return text;
}

void check_range(const std::vector<int>& values, int count, const JsonFields& fields,
                 const std::string& key) {
  for (const int value : values) {
    if (value >= 0 && value < count) continue;
    throw InputError({.what = "index out of range",
                      .where = fields.where(key),
                      .expected = "0 to " + std::to_string(count - 1),
                      .found = std::to_string(value)});
  }
}

std::vector<Contact> read_contacts(const fs::path& path, const Shot& shot) {
  const Json json = parse_json(read_text(path), path.string());
  JsonFields fields(json, path.string());
  std::vector<int> frames, vertices, obstacles;
  std::vector<double> normals;
  fields.read("frame", frames);
  fields.read("vertex", vertices);
  fields.read("obstacle", obstacles);
  fields.read("normal", normals);
  fields.finish();
  if (vertices.size() != frames.size() || obstacles.size() != frames.size() ||
      normals.size() != 3 * frames.size()) {
    throw InputError(
        {.what = "the lists of contacts differ in length",
         .where = path.string(),
         .expected = std::to_string(frames.size()) + " entries (normals three times)"});
  }
  check_range(frames, shot.cache ? shot.cache->frame_count() : 0, fields, "frame");
  check_range(vertices, shot.setup.body.vertex_count(), fields, "vertex");
  check_range(obstacles, static_cast<int>(shot.setup.obstacles.size()), fields, "obstacle");
  std::vector<Contact> contacts(frames.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    contacts[i] = {frames[i],
                   vertices[i],
                   obstacles[i],
                   {normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]}};
  }
  return contacts;
}

Json source_to_json(const Shot& shot, const ShotStaging& staging) {
  Json json = {{"kind", source_names[static_cast<std::size_t>(shot.source)]}};
  if (shot.source != SourceKind::cache || !shot.cache) return json;
  const std::string cache = staging.data_name(".pc2");
  write_motion(staging / cache, *shot.cache);
  json["file"] = cache;
  json["fps"] = shot.cache->fps;
  if (!shot.contacts.empty()) {
    const std::string contacts = staging.data_name(".contacts.json");
    write_file(staging / contacts, contacts_to_json(shot.contacts).dump() + "\n");
    json["contacts"] = contacts;
  }
  return json;
}

void check_cache(const Motion& motion, const Body& body, const std::string& where) {
  for (int frame = 0; frame < motion.frame_count(); ++frame) {
    const auto points = motion.frames[static_cast<std::size_t>(frame)].cols();
    if (points == body.vertex_count()) continue;
    throw InputError({.what = "the cache belongs to another mesh",
                      .where = where + ", frame " + std::to_string(frame),
                      .expected = std::to_string(body.vertex_count()) + " vertices as in the body",
                      .found = std::to_string(points)});
  }
}

void read_source(JsonFields fields, const fs::path& folder, Shot& shot) {
  shot.source = static_cast<SourceKind>(fields.read_choice("kind", source_names, 0));
  if (shot.source == SourceKind::cache) {
    const fs::path file = folder / fields.required_text("file");
    shot.cache = read_motion(file);
    fields.read("fps", shot.cache->fps);
    if (shot.cache->fps <= 0) {
      throw InputError({.what = "frames need a rate",
                        .where = fields.where("fps"),
                        .expected = "fps above 0",
                        .found = std::to_string(shot.cache->fps)});
    }
    check_cache(*shot.cache, shot.setup.body, file.string());
    if (fields.has("contacts")) {
      shot.contacts = read_contacts(folder / fields.required_text("contacts"), shot);
    }
  }
  fields.finish();
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

Prop read_prop(JsonFields fields, const fs::path& folder) {
  Prop prop;
  prop.name = fields.required_text("name");
  prop.mesh = read_triangles(folder / fields.required_text("mesh")).mesh;
  read_color(fields, prop.color);
  fields.finish();
  return prop;
}

void check_version(JsonFields& fields) {
  int version = 0;
  fields.read("retake", version);
  if (version == format_version) return;
  throw InputError(
      {.what = version > format_version ? "the shot was written by a newer Retake"
                                        : "not a shot of Retake",
       .where = fields.where(),
       .expected = "\"retake\": " + std::to_string(format_version),
       .found = version == 0 ? "no such key" : std::to_string(version),
       .advice = version > format_version ? "Install a newer version to open it" : ""});
}

}  // namespace

void write_shot(const Shot& shot, const fs::path& json_file) {
  const ShotStaging staging(json_file);
  Json json = {{"retake", format_version}, {"name", shot.name}};
  json["body"] = body_to_json(shot.setup.body, staging);
  json["source"] = source_to_json(shot, staging);
  json["simulation"] = to_json(shot.setup.options);
  for (const Obstacle& obstacle : shot.setup.obstacles) {
    json["obstacles"].push_back(to_json(obstacle));
  }
  json["forcing"] = to_json(shot.setup.forcing);
  json["launch"] = to_json(shot.setup.launch);
  json["view"] = to_json(shot.view);
  json["color"] = color_to_json(shot.color);
  json["props"] = props_to_json(shot.props, staging);
  staging.publish(json.dump(2) + "\n");
}

Shot read_shot(const fs::path& json_file) {
  const Json json = parse_json(read_text(json_file), json_file.string());
  JsonFields fields(json, json_file.string());
  check_version(fields);
  const fs::path folder = json_file.parent_path();
  Shot shot;
  fields.read("name", shot.name);
  shot.setup.body = read_body_of_shot(fields.object("body"), folder);
  shot.setup.body.name = shot.name;
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
    shot.props.push_back(read_prop(prop, folder));
  }
  fields.finish();
  return shot;
}

}  // namespace retake
