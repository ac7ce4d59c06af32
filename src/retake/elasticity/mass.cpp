#include "retake/elasticity/mass.h"

#include <cmath>

#include <Eigen/Geometry>

#include "retake/elasticity/interior.h"
#include "retake/mesh/topology.h"

namespace retake {

namespace {

int element_count(const Body& body) {
  return static_cast<int>(body.has_tets() ? body.tets.cols() : body.triangles.cols());
}

// Vertices of element e: 4 of a tet, 3 of a shell's triangle.
Eigen::Map<const Eigen::VectorXi> vertices_of(const Body& body, int e) {
  if (body.has_tets()) return {body.tets.col(e).data(), 4};
  return {body.triangles.col(e).data(), 3};
}

double mass_of(const Body& body, int e) {
  const auto vertex = vertices_of(body, e);
  const Vec3 origin = body.rest_positions.col(vertex[0]);
  const Vec3 u = body.rest_positions.col(vertex[1]) - origin;
  const Vec3 v = body.rest_positions.col(vertex[2]) - origin;
  const double density = body.material_of(e).density;
  if (!body.has_tets()) return density * body.thickness_of(e) * u.cross(v).norm() / 2;
  const Vec3 w = body.rest_positions.col(vertex[3]) - origin;
  return density * std::abs(u.cross(v).dot(w)) / 6;
}

// Of each piece of the interior, in the order of interior_pieces().
std::vector<double> masses_of_pieces(const Body& inside) {
  const Components pieces = components(inside.tets, inside.vertex_count());
  std::vector<double> masses(static_cast<std::size_t>(pieces.count), 0);
  for (int t = 0; t < inside.tets.cols(); ++t) {
    masses[static_cast<std::size_t>(pieces.of_element[static_cast<std::size_t>(t)])] +=
        mass_of(inside, t);
  }
  return masses;
}

VecX mass_over_surface(const Body& body) {
  VecX area = VecX::Zero(body.vertex_count());
  for (const auto& triangle : body.triangles.colwise()) {
    const Vec3 origin = body.rest_positions.col(triangle[0]);
    const Vec3 u = body.rest_positions.col(triangle[1]) - origin;
    const Vec3 v = body.rest_positions.col(triangle[2]) - origin;
    for (const int vertex : triangle) area[vertex] += u.cross(v).norm() / 6;
  }
  const std::vector<int> piece_of = interior_pieces(body);
  const std::vector<double> masses = masses_of_pieces(interior_body(body));
  std::vector<double> areas(masses.size(), 0);
  for (int v = 0; v < body.vertex_count(); ++v) {
    areas[static_cast<std::size_t>(piece_of[static_cast<std::size_t>(v)])] += area[v];
  }
  VecX mass = area;
  for (int v = 0; v < body.vertex_count(); ++v) {
    const auto piece = static_cast<std::size_t>(piece_of[static_cast<std::size_t>(v)]);
    if (area[v] > 0) mass[v] *= masses[piece] / areas[piece];
  }
  return mass;
}

}  // namespace

VecX lumped_mass(const Body& body) {
  if (body.interior) return mass_over_surface(body);
  VecX mass = VecX::Zero(body.vertex_count());
  for (int e = 0; e < element_count(body); ++e) {
    const auto vertex = vertices_of(body, e);
    const double part = mass_of(body, e) / static_cast<double>(vertex.size());
    for (const int v : vertex) mass[v] += part;
  }
  return mass;
}

// The integral of N_a N_b over a simplex of d + 1 vertices is m (1 + δ_ab) / ((d + 1)(d + 2)).
SparseMatrix consistent_mass(const Body& body) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int e = 0; e < element_count(body); ++e) {
    const auto vertex = vertices_of(body, e);
    const auto corners = static_cast<double>(vertex.size());
    const double part = mass_of(body, e) / (corners * (corners + 1));
    for (const int a : vertex)
      for (const int b : vertex)
        for (int axis = 0; axis < 3; ++axis)
          entries.emplace_back(3 * a + axis, 3 * b + axis, a == b ? 2 * part : part);
  }
  SparseMatrix mass(3 * body.vertex_count(), 3 * body.vertex_count());
  mass.setFromTriplets(entries.begin(), entries.end());
  return mass;
}

}  // namespace retake
