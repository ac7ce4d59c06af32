#include "apps/server/engine/strain.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "retake/numerics/parallel_for.h"

namespace retake::server {

namespace {

// Edges from the first corner; of a triangle its unit normal is the third.
template <class Matrix>
Mat3 edges_of(const Matrix& positions, const Eigen::Vector4i& element) {
  const bool is_tet = element[3] >= 0;
  Mat3 edges;
  for (int i = 1; i < (is_tet ? 4 : 3); ++i) {
    edges.col(i - 1) =
        (positions.col(element[i]) - positions.col(element[0])).template cast<double>();
  }
  if (!is_tet) edges.col(2) = edges.col(0).cross(edges.col(1)).normalized();
  return edges;
}

Eigen::Matrix4Xi elements_of(const Body& body) {
  std::vector<char> is_in_tet(static_cast<std::size_t>(body.vertex_count()), 0);
  for (const int vertex : body.tets.reshaped()) is_in_tet[static_cast<std::size_t>(vertex)] = 1;
  std::vector<Eigen::Index> loose;
  for (Eigen::Index t = 0; t < body.triangles.cols(); ++t) {
    if (is_in_tet[static_cast<std::size_t>(body.triangles(0, t))] == 0) loose.push_back(t);
  }
  Eigen::Matrix4Xi elements =
      Eigen::Matrix4Xi::Constant(4, body.tets.cols() + std::ssize(loose), -1);
  elements.leftCols(body.tets.cols()) = body.tets;
  elements.rightCols(std::ssize(loose)).topRows<3>() = body.triangles(Eigen::all, loose);
  return elements;
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

StrainMeter::StrainMeter(const Body& body)
    : elements_(elements_of(body)), vertex_count_(body.vertex_count()) {
  for (Eigen::Index e = 0; e < elements_.cols(); ++e) {
    from_rest_.push_back(edges_of(body.rest_positions, elements_.col(e)).inverse());
  }
}

Mat3 StrainMeter::gradient(const Eigen::Matrix3Xf& positions, std::ptrdiff_t element) const {
  return edges_of(positions, elements_.col(element)) *
         from_rest_[static_cast<std::size_t>(element)];
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
    for (const int v : elements_.col(e)) {
      if (v >= 0) largest[v] = std::max(largest[v], elements[e]);
    }
  }
  return largest;
}

}  // namespace retake::server
