#include "retake/mesh/formats.h"
#include "retake/mesh/number_text.h"

namespace retake {
namespace {

void append_set(std::string& text, const std::vector<int>& members) {
  for (std::size_t i = 0; i < members.size(); ++i) {
    append_number(text, members[i] + 1);
    text += i % 10 == 9 || i + 1 == members.size() ? "\n" : ", ";
  }
}

void append_nodes(std::string& text, const Points& positions) {
  text += "*NODE\n";
  for (int v = 0; v < positions.cols(); ++v) {
    append_number(text, v + 1);
    text += ", ";
    append_numbers(text, positions.col(v), ", ");
    text += '\n';
  }
}

void append_elements(std::string& text, const char* type, const Eigen::MatrixXi& elements) {
  text += "*ELEMENT, TYPE=";
  text += type;
  text += '\n';
  for (int e = 0; e < elements.cols(); ++e) {
    append_number(text, e + 1);
    text += ", ";
    append_numbers(text, elements.col(e).array() + 1, ", ");
    text += '\n';
  }
}

void append_material(std::string& text, const FileMaterial& material) {
  text += "*MATERIAL, NAME=" + material.name + "\n*ELASTIC\n";
  append_numbers(text, Eigen::Vector2d(material.young, material.poisson), ", ");
  text += "\n*DENSITY\n";
  append_number(text, material.density);
  text += '\n';
}

}  // namespace

std::string write_abaqus(const MeshFile& mesh) {
  std::string text;
  append_nodes(text, mesh.tets ? mesh.tets->positions : mesh.triangles->positions);
  if (mesh.tets) append_elements(text, "C3D4", mesh.tets->tets);
  if (!mesh.tets) append_elements(text, "S3", mesh.triangles->triangles);
  for (const VertexSet& set : mesh.vertex_sets) {
    text += "*NSET, NSET=" + set.name + "\n";
    append_set(text, set.vertices);
  }
  for (const ElementSet& set : mesh.element_sets) {
    text += "*ELSET, ELSET=" + set.name + "\n";
    append_set(text, set.elements);
  }
  for (const FileMaterial& material : mesh.materials) append_material(text, material);
  for (const ElementSet& set : mesh.element_sets) {
    if (set.material < 0) continue;
    text +=
        "*SOLID SECTION, MATERIAL=" + mesh.materials[static_cast<std::size_t>(set.material)].name +
        ", ELSET=" + set.name + "\n";
  }
  return text;
}

}  // namespace retake
