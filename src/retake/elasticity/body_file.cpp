#include "retake/elasticity/body_file.h"

#include <algorithm>
#include <set>

#include "retake/mesh/ascii_text.h"
#include "retake/mesh/surface.h"
#include "retake/numerics/errors.h"

namespace retake {

namespace {

constexpr const char* pin_set_name = "pins";

void take_materials(const MeshFile& file, Body& body) {
  if (file.materials.empty()) return;
  body.material_of_element = material_of_tets(file);
  auto& of_element = body.material_of_element;
  const std::set<int> used(of_element.begin(), of_element.end());
  body.materials.clear();
  for (const FileMaterial& material : file.materials) {
    const bool is_used = used.contains(static_cast<int>(body.materials.size()));
    const bool is_read = material.unread_kind.empty();
    body.materials.push_back(is_used || is_read ? to_material(material) : Material{});
  }
  if (!used.contains(-1)) return;
  std::replace(of_element.begin(), of_element.end(), -1, static_cast<int>(body.materials.size()));
  body.materials.emplace_back();
}

// Abaqus writes names in upper case.
bool pins_vertices(const VertexSet& set) { return lower_case(set.name) == pin_set_name; }

// A name that every format keeps: no commas or control characters, and unlike the ones before.
std::string file_name_of(const Material& material, const std::vector<FileMaterial>& before) {
  std::string name = material.name.empty() ? "material" : material.name;
  for (char& letter : name) {
    if (letter == ',' || static_cast<unsigned char>(letter) < ' ') letter = '_';
  }
  const auto taken = [&](const std::string& candidate) {
    return std::any_of(before.begin(), before.end(),
                       [&](const FileMaterial& other) { return other.name == candidate; });
  };
  std::string unique = name;
  for (int number = 2; taken(unique); ++number) unique = name + " " + std::to_string(number);
  return unique;
}

// Element sets by material, in the order of the materials.
std::vector<ElementSet> sets_by_material(const Body& body) {
  std::vector<ElementSet> sets(body.materials.size());
  for (std::size_t m = 0; m < sets.size(); ++m) {
    sets[m].name = "set_" + std::to_string(m);
    sets[m].material = static_cast<int>(m);
  }
  for (int tet = 0; tet < body.tets.cols(); ++tet) {
    const std::size_t material =
        body.material_of_element.empty()
            ? 0
            : static_cast<std::size_t>(body.material_of_element[static_cast<std::size_t>(tet)]);
    sets[material].elements.push_back(tet);
  }
  return sets;
}

}  // namespace

Material to_material(const FileMaterial& file) {
  if (!file.unread_kind.empty()) {
    throw InputError({.what = "material '" + file.name + "' is of a kind that is not read",
                      .where = file.where,
                      .expected = "density, Young's modulus and Poisson's ratio (ENU in Vega)",
                      .found = file.unread_kind,
                      .advice = "Write the values of a linear elastic material in its place"});
  }
  const Material material = {
      .name = file.name, .density = file.density, .young = file.young, .poisson = file.poisson};
  material.validate(file.where);
  return material;
}

Notes notes_on_materials(const MeshFile& file) {
  const std::string standard = "the standard material (" + Material{}.name + ")";
  if (!file.tets) {
    if (file.materials.empty()) return {};
    return {"materials of a surface are not read: it is of " + standard};
  }
  if (file.materials.empty()) return {"the file gives no material: the body is of " + standard};
  Notes notes;
  const std::vector<int> of_tets = material_of_tets(file);
  const std::set<int> used(of_tets.begin(), of_tets.end());
  for (std::size_t m = 0; m < file.materials.size(); ++m) {
    if (used.contains(static_cast<int>(m))) continue;
    notes.push_back("material '" + file.materials[m].name +
                    "' is given to no element (name a set of elements for it, or leave it out)");
  }
  if (const auto without = std::count(of_tets.begin(), of_tets.end(), -1); without > 0) {
    notes.push_back(std::to_string(without) + " of " + std::to_string(of_tets.size()) +
                    " tets have no material in the file: they are of " + standard +
                    " (give their set one)");
  }
  return notes;
}

Body make_body(const MeshFile& file, Notes* notes) {
  Body body;
  body.name = file.path.stem().string();
  if (file.tets) {
    body.rest_positions = file.tets->positions;
    body.tets = file.tets->tets;
    body.triangles = surface_triangles(*file.tets);
    take_materials(file, body);
  } else if (file.triangles) {
    body.rest_positions = file.triangles->positions;
    body.triangles = file.triangles->triangles;
  }
  for (const VertexSet& set : file.vertex_sets) {
    if (!pins_vertices(set)) continue;
    body.pins = set.vertices;
    std::sort(body.pins.begin(), body.pins.end());
  }
  validate(body);
  if (notes != nullptr) {
    *notes = file.notes;
    const Notes more = notes_on_materials(file);
    notes->insert(notes->end(), more.begin(), more.end());
  }
  return body;
}

Body read_body(const std::filesystem::path& path, Notes* notes) {
  return make_body(read_mesh(path), notes);
}

MeshFile to_mesh_file(const Body& body) {
  MeshFile file;
  if (!body.has_tets()) {
    file.triangles = TriangleMesh{body.rest_positions, body.triangles};
    return file;
  }
  file.tets = TetMesh{body.rest_positions, body.tets};
  for (const Material& material : body.materials) {
    file.materials.push_back({file_name_of(material, file.materials), material.young,
                              material.poisson, material.density});
  }
  file.element_sets = sets_by_material(body);
  return file;
}

}  // namespace retake
