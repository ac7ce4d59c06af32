#include "retake/modes/modes.h"

#include <cmath>
#include <string>
#include <utility>

#include "retake/elasticity/elastic_model.h"
#include "retake/elasticity/interior.h"
#include "retake/elasticity/mass.h"
#include "retake/modes/lowest_eigenpairs.h"
#include "retake/modes/rigid_modes.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"
#include "retake/numerics/stopwatch.h"

namespace retake {

namespace {

ModeReport report_of(const EigenReport& eigen) {
  return {.slices = eigen.slices,
          .factorizations = eigen.factorizations,
          .refills = eigen.refills,
          .krylov_vectors = eigen.krylov_vectors,
          .worst_residual = eigen.worst_residual,
          .orthogonality_error = eigen.orthogonality_error,
          .counted = eigen.counted,
          .count_agrees = eigen.count_agrees,
          .seconds_factorizing = eigen.seconds_factorizing,
          .seconds_iterating = eigen.seconds_iterating,
          .seconds_checking = eigen.seconds_checking};
}

// Three unknowns a vertex.
void check_masses(const VecX& masses) {
  for (Eigen::Index i = 0; i < masses.size(); ++i) {
    if (masses[i] > 0 && std::isfinite(masses[i])) continue;
    throw InputError({.what = "a vertex without mass has no modes",
                      .where = "free vertex " + std::to_string(i / 3) + " (pins are not counted)",
                      .expected = "a mass above 0",
                      .found = std::to_string(masses[i]),
                      .advice = "remove vertices that belong to no element, or pin them"});
  }
}

// K v = lambda M v as A w = lambda w, with A = M^(-1/2) K M^(-1/2) and w = M^(1/2) v: the inner
// product is then the plain one. A takes the place of K, and v that of w: of a large body there
// should be no two of either.
EigenPairs solve_scaled(SparseMatrix& K, const VecX& masses, const MatX& rigid,
                        const EigenOptions& options, Progress& progress) {
  check_masses(masses);
  const VecX root = masses.cwiseSqrt();
  const VecX inverse_root = root.cwiseInverse();
  SparseMatrix& A = K;
  for (Eigen::Index i = 0; i < A.rows(); ++i) A.coeffRef(i, i) += 0;  // the diagonal is there
  A.makeCompressed();
  for (Eigen::Index column = 0; column < A.cols(); ++column) {
    for (SparseMatrix::InnerIterator entry(A, column); entry; ++entry) {
      entry.valueRef() *= inverse_root[entry.row()] * inverse_root[column];
    }
  }
  const MatX nullspace = root.asDiagonal() * rigid;
  EigenPairs pairs = lowest_eigenpairs(A, nullspace, options, progress);
  pairs.vectors.array().colwise() *= inverse_root.array();
  return pairs;
}

MatX free_rows(const MatX& all, const std::vector<int>& vertices) {
  MatX rows(3 * static_cast<Eigen::Index>(vertices.size()), all.cols());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    rows.middleRows(3 * static_cast<Eigen::Index>(i), 3) = all.middleRows(3 * vertices[i], 3);
  }
  return rows;
}

MatX all_rows(MatX free, const std::vector<int>& vertices, int vertex_count) {
  if (std::ssize(vertices) == vertex_count) return free;
  MatX rows = MatX::Zero(3 * vertex_count, free.cols());
  parallel_for(free.cols(), [&](std::ptrdiff_t column) {
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      rows.col(column).segment<3>(3 * vertices[i]) =
          free.col(column).segment<3>(3 * static_cast<Eigen::Index>(i));
    }
  });
  return rows;
}

void check_count(const Body& body, int count, Eigen::Index limit) {
  if (count <= limit) return;
  if (limit <= 0) {
    throw InputError({.what = "the body has no modes: nothing of it can move elastically",
                      .where = body.name.empty() ? "" : "body '" + body.name + "'",
                      .expected = "vertices of elements that are not all pinned",
                      .found = std::to_string(body.pins.size()) + " of " +
                               std::to_string(body.vertex_count()) + " vertices pinned"});
  }
  throw InputError({.what = "the body has fewer modes than asked for",
                    .where = body.name.empty() ? "" : "body '" + body.name + "'",
                    .expected = "at most " + std::to_string(limit),
                    .found = std::to_string(count)});
}

}  // namespace

void ModeOptions::validate() const {
  if (count < 1) {
    throw InputError({.what = "the number of modes is out of range",
                      .expected = "1 or more",
                      .found = std::to_string(count)});
  }
  if (!(tolerance >= 1e-12 && tolerance <= 1e-3)) {
    throw InputError({.what = "the tolerance of modes is out of range",
                      .expected = "1e-12 to 1e-3",
                      .found = std::to_string(tolerance)});
  }
}

FreeSystem free_system(const Body& body) {
  FreeSystem system;
  std::vector<int> unknown_of(static_cast<std::size_t>(body.vertex_count()), 0);
  for (const int pin : body.pins) unknown_of[static_cast<std::size_t>(pin)] = -1;
  for (int v = 0; v < body.vertex_count(); ++v) {
    if (unknown_of[static_cast<std::size_t>(v)] < 0) continue;
    unknown_of[static_cast<std::size_t>(v)] = 3 * static_cast<int>(system.vertices.size());
    system.vertices.push_back(v);
  }
  const VecX vertex_mass = lumped_mass(body);
  const auto size = 3 * static_cast<Eigen::Index>(system.vertices.size());
  system.masses.resize(size);
  for (std::size_t i = 0; i < system.vertices.size(); ++i) {
    system.masses.segment<3>(3 * static_cast<Eigen::Index>(i))
        .setConstant(vertex_mass[system.vertices[i]]);
  }
  const SparseMatrix K = stiffness_matrix(body);
  system.K.resize(size, size);
  system.K.reserve(K.nonZeros());
  for (Eigen::Index column = 0; column < size; ++column) {
    system.K.startVec(column);
    const int v = system.vertices[static_cast<std::size_t>(column / 3)];
    for (SparseMatrix::InnerIterator entry(K, 3 * v + column % 3); entry; ++entry) {
      const int first = unknown_of[static_cast<std::size_t>(entry.row() / 3)];
      if (first >= 0) system.K.insertBack(first + entry.row() % 3, column) = entry.value();
    }
  }
  system.K.finalize();
  return system;
}

namespace {

ModeResult modes_of_interior(const Body& body, const ModeOptions& options, Progress& progress) {
  ModeResult result = compute_modes(interior_body(body), options, progress);
  const SparseMatrix to_surface = interior_to_surface(body);
  result.modes.shapes = (to_surface * result.modes.shapes).eval();
  result.modes.rigid = (to_surface * result.modes.rigid).eval();
  return result;
}

}  // namespace

ModeResult compute_modes(const Body& body, const ModeOptions& options, Progress& progress) {
  const Stopwatch watch;
  options.validate();
  validate(body);
  if (body.interior) return modes_of_interior(body, options, progress);
  progress.update("modes", 0);
  FreeSystem system = free_system(body);
  ModeResult result;
  result.modes.rigid = rigid_modes(body, lumped_mass(body));
  check_count(body, options.count, system.K.rows() - result.modes.rigid.cols());
  const double seconds_assembling = watch.seconds();
  EigenPairs pairs = solve_scaled(
      system.K, system.masses, free_rows(result.modes.rigid, system.vertices),
      {.count = options.count, .tolerance = options.tolerance, .unknowns_per_node = 3}, progress);
  result.modes.eigenvalues = std::move(pairs.values);
  result.modes.shapes = all_rows(std::move(pairs.vectors), system.vertices, body.vertex_count());
  result.report = report_of(pairs.report);
  result.report.seconds_assembling = seconds_assembling;
  result.report.seconds = watch.seconds();
  return result;
}

ModeResult compute_modes(const SparseMatrix& K, const VecX& masses, const ModeOptions& options,
                         Progress& progress) {
  const Stopwatch watch;
  options.validate();
  SparseMatrix scaled = K;
  EigenPairs pairs =
      solve_scaled(scaled, masses, MatX(K.rows(), 0),
                   {.count = options.count, .tolerance = options.tolerance}, progress);
  ModeResult result{{std::move(pairs.values), std::move(pairs.vectors), MatX(K.rows(), 0)},
                    report_of(pairs.report)};
  result.report.seconds = watch.seconds();
  return result;
}

}  // namespace retake
