#include "apps/server/engine/strain.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "retake/numerics/parallel_for.h"

namespace retake::server {

namespace {

template <class Matrix, class Element>
Mat3 edges_of(const Matrix& positions, const Element& element) {
  Mat3 edges = Mat3::Zero();
  for (Eigen::Index i = 1; i < element.size(); ++i) {
    edges.col(i - 1) =
        (positions.col(element[i]) - positions.col(element[0])).template cast<double>();
  }
  return edges;
}

// A triangle's edges with its unit normal as the third.
Mat3 with_normal(Mat3 edges) {
  edges.col(2) = edges.col(0).cross(edges.col(1)).normalized();
  return edges;
}

// Eigenvalues of a symmetric matrix in closed form: largest and smallest (Smith 1961).
std::pair<double, double> extreme_eigenvalues(const Mat3& A) {
  const double mean = A.trace() / 3;
  const Mat3 B = A - mean * Mat3::Identity();
  const double p = std::sqrt(B.squaredNorm() / 6);
  if (p < 1e-12 * std::abs(mean)) return {mean, mean};
  const double angle = std::acos(std::clamp((B / p).determinant() / 2, -1.0, 1.0)) / 3;
  constexpr double third = 2.0943951023931953;
  return {mean + 2 * p * std::cos(angle), mean + 2 * p * std::cos(angle + third)};
}

}  // namespace

StrainMeter::StrainMeter(const Body& body) : vertex_count_(body.vertex_count()) {
  if (body.has_tets()) {
    elements_ = body.tets;
  } else {
    elements_ = body.triangles;
  }
  for (Eigen::Index e = 0; e < elements_.cols(); ++e) {
    Mat3 rest = edges_of(body.rest_positions, elements_.col(e));
    if (elements_.rows() == 3) rest = with_normal(rest);
    from_rest_.push_back(rest.inverse());
  }
}

Mat3 StrainMeter::gradient(const Eigen::Matrix3Xf& positions, std::ptrdiff_t element) const {
  Mat3 edges = edges_of(positions, elements_.col(element));
  if (elements_.rows() == 3) edges = with_normal(edges);
  return edges * from_rest_[static_cast<std::size_t>(element)];
}

Eigen::VectorXf StrainMeter::volumes(const Eigen::Matrix3Xf& positions) const {
  Eigen::VectorXf volumes(elements_.cols());
  parallel_for(
      elements_.cols(),
      [&](std::ptrdiff_t e) {
        volumes[e] = static_cast<float>(gradient(positions, e).determinant());
      },
      2048);
  return volumes;
}

StrainMeter::Reading StrainMeter::read(const Eigen::Matrix3Xf& positions) const {
  Reading reading{Eigen::VectorXf(elements_.cols()), Eigen::VectorXf(elements_.cols())};
  parallel_for(
      elements_.cols(),
      [&](std::ptrdiff_t e) {
        const Mat3 F = gradient(positions, e);
        const auto [largest, smallest] = extreme_eigenvalues(F.transpose() * F);
        reading.strain[e] = static_cast<float>(
            std::max(std::sqrt(largest) - 1, 1 - std::sqrt(std::max(0.0, smallest))));
        reading.volume[e] = static_cast<float>(F.determinant());
      },
      512);
  return reading;
}

Eigen::VectorXf StrainMeter::at_vertices(const Eigen::VectorXf& elements) const {
  Eigen::VectorXf largest = Eigen::VectorXf::Zero(vertex_count_);
  for (Eigen::Index e = 0; e < elements_.cols(); ++e) {
    for (const int v : elements_.col(e)) largest[v] = std::max(largest[v], elements[e]);
  }
  return largest;
}

}  // namespace retake::server
