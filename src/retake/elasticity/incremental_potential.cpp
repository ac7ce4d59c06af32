#include "retake/elasticity/incremental_potential.h"

#include <cmath>
#include <utility>

namespace retake {

namespace {

Points times(const SparseMatrix& lower, const Points& points) {
  Points product(3, points.cols());
  flat(product) = lower.selfadjointView<Eigen::Lower>() * flat(points);
  return product;
}

}  // namespace

void IncrementalPotential::begin_step(StepTerms terms, const Points& from) {
  terms_ = std::move(terms);
  contact_.begin_step(from, terms_.formula);
}

double IncrementalPotential::energy(const Points& positions) {
  const Points way = positions - terms_.formula.positions;
  double quadratic = 0;
  for (Eigen::Index v = 0; v < way.cols(); ++v) {
    const Vec3 d = way.col(v);
    quadratic += d.dot(0.5 * terms_.inertia[static_cast<std::size_t>(v)] * d - terms_.load.col(v));
  }
  if (terms_.damping_matrix != nullptr) {
    quadratic +=
        0.5 * terms_.damping_scale * flat(way).dot(flat(times(*terms_.damping_matrix, way)));
  }
  return quadratic + model_.energy(positions) + contact_.energy(positions);
}

const IncrementalPotential::Derivatives& IncrementalPotential::derivatives(const Points& positions,
                                                                           StiffnessKind kind) {
  const ElasticResponse& elastic = model_.respond(positions, kind);
  const Points way = positions - terms_.formula.positions;
  Derivatives& d = derivatives_;
  d.stiffness = &elastic.stiffness;
  d.damping_matrix = terms_.damping_matrix;
  d.damping_scale = terms_.damping_scale;
  d.vertex_blocks = terms_.inertia;
  d.gradient.resize(3, way.cols());
  double quadratic = 0, parts = 0;
  for (Eigen::Index v = 0; v < way.cols(); ++v) {
    const Vec3 drag = terms_.inertia[static_cast<std::size_t>(v)] * way.col(v);
    d.gradient.col(v) = drag - terms_.load.col(v) - elastic.forces.col(v);
    quadratic += way.col(v).dot(0.5 * drag - terms_.load.col(v));
    parts += 0.5 * std::abs(way.col(v).dot(drag)) + std::abs(way.col(v).dot(terms_.load.col(v)));
  }
  if (terms_.damping_matrix != nullptr) {
    const Points damping = terms_.damping_scale * times(*terms_.damping_matrix, way);
    d.gradient += damping;
    quadratic += 0.5 * flat(way).dot(flat(damping));
  }
  d.contact = contact_.derivatives(positions, positions);
  for (std::size_t k = 0; k < d.contact.vertices.size(); ++k) {
    const int v = d.contact.vertices[k];
    d.gradient.col(v) += d.contact.gradients[k];
    d.vertex_blocks[static_cast<std::size_t>(v)] += d.contact.hessians[k];
  }
  const double touching = contact_.energy(positions);
  d.energy = quadratic + elastic.energy + touching;
  d.energy_parts = parts + std::abs(elastic.energy) + std::abs(touching);
  return d;
}

}  // namespace retake
