#pragma once
#include <optional>
#include <string>
#include <vector>

#include "retake/elasticity/material.h"
#include "retake/mesh/embedding.h"

namespace retake {

// A finer surface that a solid body carries along, for looking at.
struct RenderSurface {
  TriangleMesh mesh;
  Embedding embedding;      // of mesh.positions in the body's rest shape
  Eigen::Matrix3Xf colors;  // 3 x vertices, sRGB 0..1; empty: the viewer's own clay
};

// Rest shape, material and pins. Solid (tets) or shell (triangles alone).
struct Body {
  std::string name;
  Points rest_positions;       // 3 x n, metres
  Eigen::Matrix4Xi tets;       // 4 x e; no columns for a shell
  Eigen::Matrix3Xi triangles;  // 3 x f: the solid's outer faces, or the shell itself
  std::vector<Material> materials = {{}};
  std::vector<int> material_of_element;  // per tet (shell: triangle); empty: all have materials[0]
  double thickness = 1e-3;               // shells alone, metres
  std::vector<int> pins;                 // vertices that never move by themselves, ascending
  std::optional<RenderSurface> render_surface;

  int vertex_count() const { return static_cast<int>(rest_positions.cols()); }
  bool is_shell() const { return tets.cols() == 0; }
  const Material& material_of(int element) const {
    return materials[material_of_element.empty()
                         ? 0
                         : static_cast<std::size_t>(
                               material_of_element[static_cast<std::size_t>(element)])];
  }
};

// Throws InputError for indices out of range, pins that do not exist, materials that make no sense,
// inverted or flat elements; the message names the body and the element.
void validate(const Body& body);

}  // namespace retake
