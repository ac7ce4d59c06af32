#pragma once
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>

#include "retake/mesh/triangle_mesh.h"

namespace retake {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using SurfaceMesh = CGAL::Surface_mesh<Kernel::Point_3>;

// Faces that CGAL does not accept, since more than two meet at an edge or they disagree, are left
// out: the result has then fewer.
inline SurfaceMesh to_cgal(const TriangleMesh& surface) {
  SurfaceMesh mesh;
  for (const auto& x : surface.positions.colwise()) {
    mesh.add_vertex(Kernel::Point_3(x[0], x[1], x[2]));
  }
  using Vertex = SurfaceMesh::Vertex_index;
  for (const auto& t : surface.triangles.colwise()) {
    mesh.add_face(Vertex(static_cast<unsigned>(t[0])), Vertex(static_cast<unsigned>(t[1])),
                  Vertex(static_cast<unsigned>(t[2])));
  }
  return mesh;
}

}  // namespace retake
