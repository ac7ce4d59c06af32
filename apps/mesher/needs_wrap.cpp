#include <CGAL/Polygon_mesh_processing/self_intersections.h>

#include "apps/mesher/meshing.h"
#include "apps/mesher/surface_mesh.h"

namespace retake {

bool needs_wrap(const TriangleMesh& surface) {
  const SurfaceMesh mesh = to_cgal(surface);
  if (static_cast<Eigen::Index>(mesh.number_of_faces()) < surface.triangles.cols()) return true;
  return !CGAL::is_closed(mesh) || CGAL::Polygon_mesh_processing::does_self_intersect(mesh);
}

}  // namespace retake
