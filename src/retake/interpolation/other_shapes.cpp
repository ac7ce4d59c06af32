#include "retake/interpolation/other_shapes.h"

#include <algorithm>
#include <cmath>

#include "retake/elasticity/mass.h"
#include "retake/interpolation/pose_element.h"
#include "retake/numerics/parallel_for.h"

namespace retake {
namespace {

// ∫₀¹ exp(s w) ds.
Mat3 mean_rotation(const Vec3& w) {
  const double angle = w.norm(), square = angle * angle;
  const bool small = angle < 1e-4;
  const double a = small ? 0.5 - square / 24 : (1 - std::cos(angle)) / square;
  const double b = small ? 1.0 / 6 - square / 120 : (angle - std::sin(angle)) / (square * angle);
  Mat3 cross;
  cross << 0, -w.z(), w.y(), w.z(), 0, -w.x(), -w.y(), w.x(), 0;
  return Mat3::Identity() + a * cross + b * cross * cross;
}

// Half the curl of a displacement at every vertex: the mean over its elements by their size.
Points vertex_rotations(const std::vector<ElementShape>& elements, const Eigen::Matrix3Xf& u) {
  Points sum = Points::Zero(3, u.cols());
  VecX weight = VecX::Zero(u.cols());
  for (const ElementShape& element : elements) {
    const Mat3 G = gradient_of(element, u);
    const Vec3 turn = 0.5 * Vec3(G(2, 1) - G(1, 2), G(0, 2) - G(2, 0), G(1, 0) - G(0, 1));
    for (int c = 0; c < element.corners; ++c) {
      sum.col(element.vertices[c]) += element.weight * turn;
      weight[element.vertices[c]] += element.weight;
    }
  }
  return sum * weight.cwiseMax(1e-30).cwiseInverse().asDiagonal();
}

}  // namespace

OtherShapes::OtherShapes(const Body& body, const Eigen::MatrixXf& shapes)
    : rest_(body.rest_positions), shapes_(shapes.cast<double>()) {
  const VecX mass = lumped_mass(body);
  masses_ = (mass / mass.sum()).transpose().replicate(3, 1).reshaped();
  const std::vector<ElementShape> elements = pose_elements(body);
  rotations_.resizeLike(shapes_);
  for (Eigen::Index k = 0; k < shapes.cols(); ++k) {
    const Eigen::Matrix3Xf u = shapes.col(k).reshaped(3, rest_.cols());
    rotations_.col(k) = flat(vertex_rotations(elements, u));
  }
  gram_.compute(shapes_.transpose() * masses_.asDiagonal() * shapes_);
}

Points OtherShapes::displacement(PoseShapes kind, const VecX& amplitudes) const {
  const VecX u = shapes_ * amplitudes;
  Points result = u.reshaped(3, rest_.cols());
  if (kind == PoseShapes::linear) return result;
  const VecX turns = rotations_ * amplitudes;
  for (Eigen::Index v = 0; v < result.cols(); ++v)
    result.col(v) = mean_rotation(turns.segment<3>(3 * v)) * result.col(v);
  return result;
}

Eigen::Matrix3Xf OtherShapes::shape_of(PoseShapes kind, const VecX& amplitudes) const {
  return (rest_ + displacement(kind, amplitudes)).cast<float>();
}

VecX OtherShapes::amplitudes_of(PoseShapes kind, const Eigen::Matrix3Xf& shape,
                                const VecX& start) const {
  const Points goal = shape.cast<double>() - rest_;
  if (kind == PoseShapes::modal_warping) return descend(goal, start);
  return gram_.solve(shapes_.transpose() * masses_.cwiseProduct(flat(goal)));
}

// Of R(w) u at each vertex: R of what modes do to u, and what they do to w, of which R u has
// derivatives by central differences (3 x 3). In blocks of rows that stay in the cache.
MatX OtherShapes::warped_jacobian(const VecX& amplitudes) const {
  constexpr double step = 1e-5;  // rad
  constexpr Eigen::Index block = 64;
  const VecX u = shapes_ * amplitudes, turns = rotations_ * amplitudes;
  MatX jacobian(shapes_.rows(), shapes_.cols());
  parallel_for((rest_.cols() + block - 1) / block, [&](std::ptrdiff_t b) {
    const Eigen::Index first = b * block, count = std::min(block, rest_.cols() - first);
    const MatX W = shapes_.middleRows(3 * first, 3 * count);
    const MatX Omega = rotations_.middleRows(3 * first, 3 * count);
    MatX rows(W.rows(), W.cols());
    for (Eigen::Index v = 0; v < count; ++v) {
      const Vec3 w = turns.segment<3>(3 * (first + v)), at = u.segment<3>(3 * (first + v));
      Mat3 by_turn;
      for (int a = 0; a < 3; ++a)
        by_turn.col(a) =
            (mean_rotation(w + step * Vec3::Unit(a)) - mean_rotation(w - step * Vec3::Unit(a))) *
            at / (2 * step);
      rows.middleRows<3>(3 * v) =
          mean_rotation(w) * W.middleRows<3>(3 * v) + by_turn * Omega.middleRows<3>(3 * v);
    }
    jacobian.middleRows(3 * first, 3 * count) = rows;
  });
  return jacobian;
}

// Gauss-Newton with backtracking, until what is missed falls by less than anybody sees.
VecX OtherShapes::descend(const Points& goal, VecX z) const {
  constexpr double settled = 1e-4;  // of the square of what is missed
  const VecX weights = masses_.cwiseSqrt();
  const auto missed_by = [&](const VecX& at) -> VecX {
    return weights.cwiseProduct(flat(goal - displacement(PoseShapes::modal_warping, at)));
  };
  VecX missed = missed_by(z);
  for (int iteration = 0; iteration < 15; ++iteration) {
    const Eigen::MatrixXf jacobian = (weights.asDiagonal() * warped_jacobian(z)).cast<float>();
    Eigen::MatrixXf gram = Eigen::MatrixXf::Zero(z.size(), z.size());
    gram.selfadjointView<Eigen::Lower>().rankUpdate(jacobian.transpose());
    MatX normal = Eigen::MatrixXf(gram.selfadjointView<Eigen::Lower>()).cast<double>();
    normal.diagonal() *= 1 + 1e-6;
    const VecX pull = (jacobian.transpose() * missed.cast<float>()).cast<double>();
    const VecX way = normal.ldlt().solve(pull);
    double share = 1;
    VecX next = missed_by(z + way);
    while (next.squaredNorm() >= missed.squaredNorm() && share > 1e-3)
      next = missed_by(z + (share *= 0.5) * way);
    if (next.squaredNorm() >= missed.squaredNorm()) break;
    const bool stands = next.squaredNorm() > (1 - settled) * missed.squaredNorm();
    z += share * way;
    missed = next;
    if (stands) break;
  }
  return z;
}

}  // namespace retake
