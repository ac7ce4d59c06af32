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

// Tets inside of a surface, from which its elasticity comes; its vertices hang in them.
struct Interior {
  Points rest_positions;  // 3 x m, metres
  Eigen::Matrix4Xi tets;  // 4 x e, vertices of the interior
  Embedding surface;      // of the body's vertices; its weights give back their rest positions
  double fill = 1;  // masses of the tets are multiplied by it: they may reach past the surface
  std::vector<int> pins;  // of its vertices, besides those that carry a pin of the body; ascending
};

// Rest shape, material and pins. Solid (tets), shell (triangles alone), or the surface of a solid:
// triangles that move, with an interior that says how (the seagull of Barbic 2012).
struct Body {
  std::string name;
  Points rest_positions;       // 3 x n, metres
  Eigen::Matrix4Xi tets;       // 4 x e; no columns for a shell and for the surface of a solid
  Eigen::Matrix3Xi triangles;  // 3 x f: the solid's outer faces, or the shell itself
  std::vector<Material> materials = {{}};
  // Per tet (the interior's too; shell: per triangle); empty: all have materials[0].
  std::vector<int> material_of_element;
  double thickness = 1e-3;                    // shells alone, metres
  std::vector<double> thickness_of_triangle;  // of shells in a stack; empty: all have `thickness`
  std::vector<int> pins;                      // vertices that never move by themselves, ascending
  std::optional<RenderSurface> render_surface;
  std::optional<Interior> interior;  // for a body without tets of its own

  int vertex_count() const { return static_cast<int>(rest_positions.cols()); }
  // Of the tets that its elasticity comes from: its own or the interior's.
  Eigen::Index tet_count() const { return interior ? interior->tets.cols() : tets.cols(); }
  // Elements that are looked at and warped: tets or else triangles.
  bool has_tets() const { return tets.cols() > 0; }
  // Elasticity comes from the triangles.
  bool is_shell() const { return !has_tets() && !interior; }
  double thickness_of(int triangle) const {
    return thickness_of_triangle.empty()
               ? thickness
               : thickness_of_triangle[static_cast<std::size_t>(triangle)];
  }
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
