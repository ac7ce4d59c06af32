#include "retake/elasticity/mass.h"

#include <cmath>

#include <Eigen/Geometry>

namespace retake {

namespace {

int element_count(const Body& body) {
  return static_cast<int>(body.is_shell() ? body.triangles.cols() : body.tets.cols());
}

// Vertices of element e: 4 of a tet, 3 of a shell's triangle.
Eigen::Map<const Eigen::VectorXi> vertices_of(const Body& body, int e) {
  if (body.is_shell()) return {body.triangles.col(e).data(), 3};
  return {body.tets.col(e).data(), 4};
}

double mass_of(const Body& body, int e) {
  const auto vertex = vertices_of(body, e);
  const Vec3 origin = body.rest_positions.col(vertex[0]);
  const Vec3 u = body.rest_positions.col(vertex[1]) - origin;
  const Vec3 v = body.rest_positions.col(vertex[2]) - origin;
  const double density = body.material_of(e).density;
  if (body.is_shell()) return density * body.thickness * u.cross(v).norm() / 2;
  const Vec3 w = body.rest_positions.col(vertex[3]) - origin;
  return density * std::abs(u.cross(v).dot(w)) / 6;
}

}  // namespace

VecX lumped_mass(const Body& body) {
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
