#include "retake/spacetime/edit_basis.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/QR>

#include "retake/elasticity/mass.h"
#include "retake/modes/rigid_modes.h"
#include "retake/numerics/dense_blas.h"
#include "retake/numerics/parallel_for.h"

namespace retake {

namespace {

bool is_one_free_piece(const Body& body) {
  if (!body.pins.empty()) return false;
  const std::vector<int> pieces = pieces_of(body);
  return std::all_of(pieces.begin(), pieces.end(), [](int piece) { return piece == 0; });
}

constexpr Eigen::Index sampled_vertices = 500;

Eigen::Index sampling_step(Eigen::Index vertices) {
  return std::max<Eigen::Index>(1, vertices / sampled_vertices);
}

// About the origin, kg m².
Mat3 inertia_of(const Points& positions, const VecX& masses) {
  const Mat3 second = positions * masses.asDiagonal() * positions.transpose();
  return second.trace() * Mat3::Identity() - second;
}

Mat3 mean_inertia(const Mat3& at_rest, std::span<const Placement> placements) {
  Mat3 sum = Mat3::Zero();
  for (const Placement& placed : placements) {
    sum += placed.rotation * at_rest * placed.rotation.transpose();
  }
  return sum / static_cast<double>(placements.size());
}

// J^(-1/2), symmetric. Turns that move nothing (of a thread about itself) stay 0.
Mat3 inverse_root(const Mat3& inertia) {
  constexpr double nothing = 1e-12;  // of the largest principal inertia; rounding has 1e-16
  const Eigen::SelfAdjointEigenSolver<Mat3> principal(inertia);
  const Vec3 values = principal.eigenvalues();
  const Vec3 roots =
      (values.array() > nothing * values[2]).select(values.cwiseSqrt().cwiseInverse(), 0);
  return principal.eigenvectors() * roots.asDiagonal() * principal.eigenvectors().transpose();
}

// Denormal numbers cost a hundred times the others, and so do products that come out denormal.
Eigen::MatrixXf without_denormals(Eigen::MatrixXf values) {
  return (values.array().abs() < 1e-18f).select(0.0f, values);
}

}  // namespace

EditBasis::EditBasis(const Body& body, std::shared_ptr<const Modes> modes, int count,
                     std::vector<Placement> placements, std::optional<std::pair<int, int>> window)
    : modes_(std::move(modes)),
      elastic_count_(std::min(count, static_cast<int>(modes_->eigenvalues.size()))),
      is_orthonormal_(!body.interior),
      masses_(lumped_mass(body)),
      placements_(std::move(placements)) {
  if (is_one_free_piece(body)) {
    free_count_ = 6;
  } else {
    rigid_count_ = static_cast<int>(modes_->rigid.cols());
  }
  const double mass = masses_.sum();
  from_centre_ = body.rest_positions.colwise() - body.rest_positions * masses_ / mass;
  const auto [first, last] =
      window.value_or(std::pair(0, static_cast<int>(placements_.size()) - 1));
  const auto turning =
      std::span(placements_)
          .subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first + 1));
  translation_ = 1 / std::sqrt(mass);
  rotations_ = inverse_root(mean_inertia(inertia_of(from_centre_, masses_), turning));

  const VecX rigid = VecX::Zero(free_count_ + rigid_count_);
  spectrum_.eigenvalues.resize(rigid.size() + elastic_count_);
  spectrum_.eigenvalues << rigid, modes_->eigenvalues.head(elastic_count_);
  spectrum_.wave_numbers.resize(rigid.size() + elastic_count_);
  spectrum_.wave_numbers << rigid, wave_numbers_of(body, modes_->shapes.leftCols(elastic_count_));
  shapes_.resize(modes_->shapes.rows(), rigid_count_ + elastic_count_);
  shapes_.leftCols(rigid_count_) = modes_->rigid.leftCols(rigid_count_).cast<float>();
  shapes_.rightCols(elastic_count_) = modes_->shapes.leftCols(elastic_count_).cast<float>();
  shapes_ = without_denormals(std::move(shapes_));
  sampled_shapes_ = shapes_(sampled_rows(shapes_.rows()), Eigen::all);
  largest_ = shapes_.cwiseAbs().colwise().maxCoeff().transpose().cast<double>();
}

// Columns: what unit amplitudes of the six free modes move a rest position (from the centre) by, in
// axes of the rest shape.
Eigen::Matrix<double, 3, 6> EditBasis::free_motion(int frame, const Vec3& rest) const {
  const Mat3 to_rest = placements_[static_cast<std::size_t>(frame)].rotation.transpose();
  Eigen::Matrix<double, 3, 6> motion;
  motion.leftCols<3>() = translation_ * to_rest;
  motion.rightCols<3>() = (to_rest * rotations_).colwise().cross(rest);
  return motion;
}

Eigen::Matrix3Xd EditBasis::rows(int frame, const WeightedPoint& point) const {
  Eigen::Matrix3Xd local = Eigen::Matrix3Xd::Zero(3, mode_count());
  for (const auto& [vertex, weight] : point) {
    if (turns_freely()) {
      local.leftCols<6>() += weight * free_motion(frame, from_centre_.col(vertex));
    }
    if (rigid_count_ > 0) {
      local.middleCols(free_count_, rigid_count_) +=
          weight * modes_->rigid.middleRows<3>(3 * vertex).leftCols(rigid_count_);
    }
    local.rightCols(elastic_count_) +=
        weight * modes_->shapes.middleRows<3>(3 * vertex).leftCols(elastic_count_);
  }
  return placements_[static_cast<std::size_t>(frame)].rotation * local;
}

std::vector<int> EditBasis::modes_that_matter(const MatX& amplitudes,
                                              double negligible_part) const {
  const VecX reach = amplitudes.cwiseAbs().rowwise().maxCoeff().cwiseProduct(largest_);
  std::vector<int> order(static_cast<std::size_t>(reach.size()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return reach[a] > reach[b]; });
  const double allowed = negligible_part * reach.maxCoeff();
  double left_out = 0;
  while (!order.empty() && left_out + reach[order.back()] <= allowed) {
    left_out += reach[order.back()];
    order.pop_back();
  }
  std::sort(order.begin(), order.end());
  return order;
}

Eigen::MatrixXf EditBasis::displacements(std::span<const int> frames, const MatX& amplitudes,
                                         double negligible_part) const {
  const MatX of_shapes = amplitudes.bottomRows(shapes_.cols());
  const std::vector<int> active = modes_that_matter(of_shapes, negligible_part);
  Eigen::MatrixXf factors = of_shapes(active, Eigen::all).cast<float>();
  Eigen::MatrixXf edits = tall_product(shapes_, active, without_denormals(std::move(factors)));
  add_free_motion(frames, amplitudes, 1, edits);
  return edits;
}

// To each step-th vertex.
void EditBasis::add_free_motion(std::span<const int> frames, const MatX& amplitudes,
                                Eigen::Index step, Eigen::MatrixXf& edits) const {
  if (!turns_freely()) return;
  parallel_for(static_cast<std::ptrdiff_t>(frames.size()), [&](std::ptrdiff_t k) {
    const Mat3 to_rest = placements_[static_cast<std::size_t>(frames[static_cast<std::size_t>(k)])]
                             .rotation.transpose();
    const Vec3 shift = to_rest * (translation_ * amplitudes.col(k).head<3>());
    const Vec3 turn = to_rest * (rotations_ * amplitudes.col(k).segment<3>(3));
    for (Eigen::Index i = 0; 3 * i < edits.rows(); ++i) {
      edits.col(k).segment<3>(3 * i) +=
          (shift + turn.cross(from_centre_.col(step * i))).cast<float>();
    }
  });
}

std::vector<Eigen::Index> EditBasis::sampled_rows(Eigen::Index all) {
  std::vector<Eigen::Index> rows;
  for (Eigen::Index v = 0; 3 * v < all; v += sampling_step(all / 3)) {
    for (Eigen::Index axis = 0; axis < 3; ++axis) rows.push_back(3 * v + axis);
  }
  return rows;
}

Eigen::MatrixXf EditBasis::sampled_displacements(std::span<const int> frames,
                                                 const MatX& amplitudes) const {
  Eigen::MatrixXf edits =
      sampled_shapes_ *
      without_denormals(amplitudes.bottomRows(sampled_shapes_.cols()).cast<float>());
  add_free_motion(frames, amplitudes, sampling_step(vertex_count()), edits);
  return edits;
}

MatX EditBasis::pull_back(int frame, const Eigen::MatrixXf& gradients) const {
  return pull_back(std::vector<int>(static_cast<std::size_t>(gradients.cols()), frame), gradients);
}

MatX EditBasis::pull_back(std::span<const int> frames, const Eigen::MatrixXf& gradients) const {
  MatX pulled = MatX::Zero(mode_count(), gradients.cols());
  pulled.bottomRows(shapes_.cols()) = tall_inner_product_in_float(shapes_, gradients);
  if (!turns_freely()) return pulled;
  for (Eigen::Index v = 0; v < from_centre_.cols(); ++v) {
    for (Eigen::Index k = 0; k < gradients.cols(); ++k) {
      pulled.col(k).head<6>() +=
          free_motion(frames[static_cast<std::size_t>(k)], from_centre_.col(v)).transpose() *
          gradients.col(k).segment<3>(3 * v).cast<double>();
    }
  }
  return pulled;
}

// Least squares over all modes; what the surface does not show of them stays 0.
VecX EditBasis::nearest_amplitudes(int frame, const Points& edit) const {
  constexpr double unseen = 1e-8;  // of the mean: below, a combination of modes is left out
  MatX all(3 * edit.cols(), mode_count());
  all << MatX(3 * edit.cols(), free_count_), shapes_.cast<double>();
  if (turns_freely()) {
    for (Eigen::Index v = 0; v < edit.cols(); ++v) {
      all.block<3, 6>(3 * v, 0) = free_motion(frame, from_centre_.col(v));
    }
  }
  const MatX weighted = masses_.replicate(1, 3).transpose().reshaped().asDiagonal() * all;
  MatX gram = weighted.transpose() * all;
  gram.diagonal().array() += unseen * gram.trace() / static_cast<double>(gram.rows());
  return gram.ldlt().solve(weighted.transpose() * flat(edit));
}

VecX EditBasis::amplitudes_of(int frame, const Points& edit) const {
  if (!is_orthonormal_) return nearest_amplitudes(frame, edit);
  const Points forces = edit * masses_.asDiagonal();
  VecX amplitudes(mode_count());
  amplitudes.tail(elastic_count_) =
      modes_->shapes.leftCols(elastic_count_).transpose() * flat(forces);
  if (rigid_count_ > 0) {
    amplitudes.segment(free_count_, rigid_count_) =
        modes_->rigid.leftCols(rigid_count_).transpose() * flat(forces);
  }
  if (turns_freely()) {
    // The six world motions are orthonormal in the mean over the frames alone: a 6 x 6 system.
    Eigen::Matrix<double, 6, 6> gram = Eigen::Matrix<double, 6, 6>::Zero();
    Eigen::Matrix<double, 6, 1> right = Eigen::Matrix<double, 6, 1>::Zero();
    for (Eigen::Index v = 0; v < from_centre_.cols(); ++v) {
      const auto motion = free_motion(frame, from_centre_.col(v));
      gram += masses_[v] * motion.transpose() * motion;
      right += motion.transpose() * forces.col(v);
    }
    amplitudes.head<6>() = gram.completeOrthogonalDecomposition().solve(right);
  }
  return amplitudes;
}

}  // namespace retake
