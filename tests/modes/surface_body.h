#pragma once
#include <algorithm>

#include "retake/elasticity/interior.h"
#include "retake/mesh/isosurface.h"
#include "retake/mesh/surface.h"

namespace retake {

// The skin of a solid body as a body of its own, with the solid as its interior.
inline Body skin_of(const Body& solid) {
  const TetMesh tets{solid.rest_positions, solid.tets};
  const Surface skin = surface_of(tets);
  Body body = make_surface_body(skin.mesh, {tets, embed(skin.mesh.positions, tets)});
  body.name = "skin";
  body.materials = solid.materials;
  body.material_of_element = solid.material_of_element;
  for (int v = 0; v < body.vertex_count(); ++v) {
    const int vertex = skin.vertices[static_cast<std::size_t>(v)];
    if (std::binary_search(solid.pins.begin(), solid.pins.end(), vertex)) body.pins.push_back(v);
  }
  return body;
}

// The rows of a solid's skin among those of all its vertices (3n x k).
inline MatX rows_of_skin(const Body& solid, const MatX& rows) {
  const Surface skin = surface_of({solid.rest_positions, solid.tets});
  MatX chosen(3 * static_cast<Eigen::Index>(skin.vertices.size()), rows.cols());
  for (std::size_t i = 0; i < skin.vertices.size(); ++i) {
    chosen.middleRows<3>(3 * static_cast<Eigen::Index>(i)) =
        rows.middleRows<3>(3 * skin.vertices[i]);
  }
  return chosen;
}

// A ball's surface whose vertices lie anywhere within tets that know nothing of them.
inline Body surface_of_ball() {
  const TriangleMesh surface =
      extract_isosurface(ball_field({0.1, 0.2, 0.3}, 0.5), {.spacing = Vec3::Constant(0.12)});
  return make_surface_body(surface,
                           mesh_solid(surface, {.method = SolidMeshMethod::lattice, .cell = 0.2}));
}

}  // namespace retake
