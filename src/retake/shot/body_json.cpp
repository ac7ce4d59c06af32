// Bodies to files and back: the mesh, its interior and its render surface lie beside the shot.
#include "retake/shot/body_json.h"

#include <algorithm>
#include <string>
#include <vector>

#include "retake/mesh/mesh_file.h"
#include "retake/numerics/errors.h"
#include "retake/shot/setup_json.h"

namespace retake {

namespace fs = std::filesystem;

namespace {

// The tets with the body's materials. How the surface hangs in them is found again when it is read.
Json interior_to_json(const Body& body, const std::string& name, const ShotStaging& staging) {
  Body inside;
  inside.rest_positions = body.interior->rest_positions;
  inside.tets = body.interior->tets;
  inside.materials = body.materials;
  inside.material_of_element = body.material_of_element;
  const std::string mesh = staging.data_name(name + ".interior.veg");
  write_mesh(staging / mesh, to_mesh_file(inside));
  return {{"mesh", mesh}, {"fill", body.interior->fill}};
}

void add_notes(Notes& notes, const fs::path& path, const Notes& more) {
  for (const std::string& note : more) notes.push_back(path.string() + ": " + note);
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

// In any order, each once. That they exist is seen where the body is checked.
std::vector<int> read_pins(JsonFields& fields) {
  std::vector<int> pins;
  fields.read("pins", pins);
  std::sort(pins.begin(), pins.end());
  const auto twice = std::adjacent_find(pins.begin(), pins.end());
  if (twice == pins.end()) return pins;
  throw InputError({.what = "a vertex is pinned twice",
                    .where = fields.where("pins"),
                    .expected = "each vertex once",
                    .found = std::to_string(*twice)});
}

}  // namespace

Json body_to_json(const Body& body, const BodyFileNames& names, const ShotStaging& staging) {
  const std::string mesh = staging.data_name(names.mesh + (body.has_tets() ? ".veg" : ".obj"));
  write_mesh(staging / mesh, to_mesh_file(body));
  Json json = {{"mesh", mesh}};
  if (body.interior) json["interior"] = interior_to_json(body, names.others, staging);
  if (body.is_shell()) {
    json["material"] = to_json(body.materials.front());
    json["thickness"] = body.thickness;
  }
  json["pins"] = body.pins;
  if (body.render_surface) {
    const std::string render = staging.data_name(names.others + ".render.ply");
    MeshFile file;
    file.triangles = body.render_surface->mesh;
    file.colors = body.render_surface->colors;
    write_mesh(staging / render, file);
    json["render_surface"] = render;
  }
  return json;
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
  if (fields.has("pins")) body.pins = read_pins(fields);
  if (fields.has("render_surface")) {
    body.render_surface =
        read_render_surface(folder / fields.required_text("render_surface"), body, notes);
  }
  fields.finish();
  validate(body);
  return body;
}

}  // namespace retake
