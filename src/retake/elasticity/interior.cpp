#include "retake/elasticity/interior.h"

#include <cmath>
#include <set>

#include <Eigen/LU>

#include "retake/mesh/surface.h"
#include "retake/mesh/topology.h"

namespace retake {

namespace {

// Barycentric coordinates in double. Those of the embedding where its corners are no tet.
Eigen::Vector4d exact_weights(const Points& corners, const Vec3& point,
                              const Eigen::Vector4f& rounded) {
  Mat3 edges;
  for (int k = 0; k < 3; ++k) edges.col(k) = corners.col(k + 1) - corners.col(0);
  const Eigen::FullPivLU<Mat3> factors(edges);
  if (!factors.isInvertible()) return rounded.cast<double>() / rounded.cast<double>().sum();
  Eigen::Vector4d weights;
  weights.tail<3>() = factors.solve(point - corners.col(0));
  weights[0] = 1 - weights.tail<3>().sum();
  return (rounded.array().abs() < no_weight).select(0, weights);
}

}  // namespace

Body make_surface_body(const TriangleMesh& surface, SolidMesh solid) {
  Body body;
  body.rest_positions = surface.positions;
  body.triangles = surface.triangles;
  body.interior = Interior{.rest_positions = std::move(solid.tets.positions),
                           .tets = std::move(solid.tets.tets),
                           .surface = std::move(solid.surface),
                           .fill = solid.fill};
  return body;
}

Body interior_body(const Body& body) {
  const Interior& interior = *body.interior;
  Body inside;
  inside.name = body.name;
  inside.rest_positions = interior.rest_positions;
  inside.tets = interior.tets;
  inside.triangles = surface_triangles({interior.rest_positions, interior.tets});
  inside.materials = body.materials;
  for (Material& material : inside.materials) material.density *= interior.fill;
  inside.material_of_element = body.material_of_element;
  std::set<int> pins(interior.pins.begin(), interior.pins.end());
  for (const int pin : body.pins) {
    for (int k = 0; k < 4; ++k) {
      if (std::abs(interior.surface.weights(k, pin)) < no_weight) continue;
      pins.insert(interior.surface.vertices(k, pin));
    }
  }
  inside.pins.assign(pins.begin(), pins.end());
  return inside;
}

SparseMatrix interior_to_surface(const Body& body) {
  const Interior& interior = *body.interior;
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(12 * static_cast<std::size_t>(body.vertex_count()));
  for (int v = 0; v < body.vertex_count(); ++v) {
    const Eigen::Vector4i corner = interior.surface.vertices.col(v);
    const Eigen::Vector4d weights =
        exact_weights(interior.rest_positions(Eigen::all, corner), body.rest_positions.col(v),
                      interior.surface.weights.col(v));
    for (int k = 0; k < 4; ++k) {
      if (weights[k] == 0) continue;
      for (int axis = 0; axis < 3; ++axis) {
        entries.emplace_back(3 * v + axis, 3 * corner[k] + axis, weights[k]);
      }
    }
  }
  SparseMatrix matrix(3 * body.vertex_count(), 3 * interior.rest_positions.cols());
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

std::vector<int> interior_pieces(const Body& body) {
  const Interior& interior = *body.interior;
  const int nodes = static_cast<int>(interior.rest_positions.cols());
  const Components pieces = components(interior.tets, nodes);
  std::vector<int> piece_of_node(static_cast<std::size_t>(nodes), 0);
  for (Eigen::Index t = 0; t < interior.tets.cols(); ++t) {
    for (const int node : interior.tets.col(t)) {
      piece_of_node[static_cast<std::size_t>(node)] =
          pieces.of_element[static_cast<std::size_t>(t)];
    }
  }
  std::vector<int> piece_of(static_cast<std::size_t>(body.vertex_count()));
  for (int v = 0; v < body.vertex_count(); ++v) {
    piece_of[static_cast<std::size_t>(v)] =
        piece_of_node[static_cast<std::size_t>(interior.surface.vertices(0, v))];
  }
  return piece_of;
}

}  // namespace retake
