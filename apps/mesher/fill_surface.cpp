#include <CGAL/Mesh_complex_3_in_triangulation_3.h>
#include <CGAL/Mesh_criteria_3.h>
#include <CGAL/Mesh_triangulation_3.h>
#include <CGAL/Polyhedral_mesh_domain_3.h>
#include <CGAL/make_mesh_3.h>
#include <map>

#include "apps/mesher/meshing.h"
#include "apps/mesher/surface_mesh.h"

namespace retake {
namespace {

using Domain = CGAL::Polyhedral_mesh_domain_3<SurfaceMesh, Kernel>;
using Triangulation = CGAL::Mesh_triangulation_3<Domain, CGAL::Default, CGAL::Sequential_tag>::type;
using Complex = CGAL::Mesh_complex_3_in_triangulation_3<Triangulation>;
using Criteria = CGAL::Mesh_criteria_3<Triangulation>;

// A finer skin than this costs many tets and changes no mode that anyone sees.
constexpr double skin_distance = 0.15;  // cells
constexpr double facet_angle = 25;      // degrees
constexpr double radius_edge = 2;
constexpr double good_angle =
    8;  // degrees between faces; mending slivers up to 12 takes five times as long
constexpr double no_limit = 0;

TetMesh from_cgal(const Complex& complex) {
  std::map<Triangulation::Vertex_handle, int> number;
  std::vector<Vec3> places;
  TetMesh mesh;
  mesh.tets.resize(4, static_cast<Eigen::Index>(complex.number_of_cells_in_complex()));
  Eigen::Index t = 0;
  for (auto cell = complex.cells_in_complex_begin(); cell != complex.cells_in_complex_end();
       ++cell, ++t) {
    for (int corner = 0; corner < 4; ++corner) {
      const auto vertex = cell->vertex(corner);
      const auto [found, is_new] = number.try_emplace(vertex, static_cast<int>(places.size()));
      const auto& x = vertex->point();
      if (is_new) places.emplace_back(x.x(), x.y(), x.z());
      mesh.tets(corner, t) = found->second;
    }
  }
  mesh.positions.resize(3, static_cast<Eigen::Index>(places.size()));
  for (std::size_t v = 0; v < places.size(); ++v) {
    mesh.positions.col(static_cast<Eigen::Index>(v)) = places[v];
  }
  return mesh;
}

}  // namespace

TetMesh fill_surface(const TriangleMesh& surface, double cell) {
  namespace parameters = CGAL::parameters;
  const SurfaceMesh mesh = to_cgal(surface);
  CGAL::Random same_each_time(0);
  const Domain domain(mesh, &same_each_time);
  const Criteria criteria(parameters::facet_angle = facet_angle, parameters::facet_size = cell,
                          parameters::facet_distance = skin_distance * cell,
                          parameters::cell_radius_edge_ratio = radius_edge,
                          parameters::cell_size = cell);
  // Left alone, CGAL stops when as much time has passed as the refinement took, and no two runs are
  // the same.
  return from_cgal(CGAL::make_mesh_3<Complex>(
      domain, criteria,
      parameters::perturb(parameters::time_limit = no_limit, parameters::sliver_bound = good_angle),
      parameters::exude(parameters::time_limit = no_limit, parameters::sliver_bound = good_angle)));
}

}  // namespace retake
