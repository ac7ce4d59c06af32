#include "retake/elasticity/body_file.h"

#include <algorithm>

#include "retake/mesh/surface.h"
#include "retake/numerics/errors.h"

namespace retake {

namespace {

constexpr const char* pin_set_name = "pins";

Material to_material(const FileMaterial& file) {
  Material material;
  material.name = file.name;
  material.young = file.young;
  material.poisson = file.poisson;
  material.density = file.density;
  return material;
}

void take_materials(const MeshFile& file, Body& body) {
  if (file.materials.empty()) return;
  body.materials.clear();
  for (const FileMaterial& material : file.materials)
    body.materials.push_back(to_material(material));
  body.material_of_element = material_of_tets(file);
  if (std::count(body.material_of_element.begin(), body.material_of_element.end(), -1) == 0) return;
  const int fallback = static_cast<int>(body.materials.size());
  body.materials.emplace_back();
  std::replace(body.material_of_element.begin(), body.material_of_element.end(), -1, fallback);
}

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

Body make_body(const MeshFile& file) {
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
    if (set.name != pin_set_name) continue;
    body.pins = set.vertices;
    std::sort(body.pins.begin(), body.pins.end());
  }
  validate(body);
  return body;
}

Body read_body(const std::filesystem::path& path) { return make_body(read_mesh(path)); }

MeshFile to_mesh_file(const Body& body) {
  MeshFile file;
  if (body.is_shell()) {
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
