#include <CGAL/alpha_wrap_3.h>
#include <array>
#include <vector>

#include "apps/mesher/meshing.h"
#include "apps/mesher/surface_mesh.h"

namespace retake {

TriangleMesh wrap_surface(const TriangleMesh& surface, double alpha, double offset) {
  std::vector<Kernel::Point_3> points;
  for (const auto& x : surface.positions.colwise()) points.emplace_back(x[0], x[1], x[2]);
  std::vector<std::array<std::size_t, 3>> faces;
  for (const auto& t : surface.triangles.colwise()) {
    faces.push_back({static_cast<std::size_t>(t[0]), static_cast<std::size_t>(t[1]),
                     static_cast<std::size_t>(t[2])});
  }
  SurfaceMesh wrap;
  CGAL::alpha_wrap_3(points, faces, alpha, offset, wrap);

  TriangleMesh result;
  result.positions.resize(3, static_cast<Eigen::Index>(wrap.number_of_vertices()));
  result.triangles.resize(3, static_cast<Eigen::Index>(wrap.number_of_faces()));
  std::vector<int> number(wrap.number_of_vertices() + wrap.number_of_removed_vertices(), 0);
  int next = 0;
  for (const auto vertex : wrap.vertices()) {
    const Kernel::Point_3& x = wrap.point(vertex);
    result.positions.col(next) = Vec3(x.x(), x.y(), x.z());
    number[vertex] = next++;
  }
  Eigen::Index f = 0;
  for (const auto face : wrap.faces()) {
    int corner = 0;
    for (const auto vertex : wrap.vertices_around_face(wrap.halfedge(face))) {
      result.triangles(corner++, f) = number[vertex];
    }
    ++f;
  }
  return result;
}

}  // namespace retake
