#include "retake/rotation_strain/unwarp.h"

#include <cmath>
#include <numbers>
#include <vector>

#include <Eigen/Dense>

#include "retake/numerics/rotation.h"
#include "retake/rotation_strain/element_geometry.h"
#include "retake/rotation_strain/poisson.h"
#include "retake/rotation_strain/warp_frame.h"

namespace retake {

namespace {

// Deformation gradient of an element in the axes of the rest shape; of a triangle with its unit
// normal.
Mat3 gradient_of(const ElementShape& shape, const Mat3& to_rest,
                 const Eigen::Matrix3Xf& positions) {
  Mat3 F = Mat3::Zero();
  for (int c = 0; c < shape.corners; ++c) {
    F += to_rest * positions.col(shape.vertices[c]).cast<double>() *
         shape.gradients.col(c).transpose();
  }
  if (shape.corners == 4) return F;
  const auto corner = [&](int c) { return Vec3(positions.col(shape.vertices[c]).cast<double>()); };
  const Vec3 normal = (corner(1) - corner(0)).cross(corner(2) - corner(0)).normalized();
  return F + to_rest * normal * shape.normal.transpose();
}

// The rotation vector of the same rotation that lies nearest to `reference`.
Vec3 nearest_turn(const Vec3& vector, const Vec3& reference) {
  const double angle = vector.norm();
  if (angle < 1e-9) return vector;
  const Vec3 axis = vector / angle;
  const double turns = std::round((reference.dot(axis) - angle) / (2 * std::numbers::pi));
  return (angle + 2 * std::numbers::pi * turns) * axis;
}

Mat3 difference_in_rotation_and_stretch(const Mat3& from, const Mat3& to) {
  const auto [R0, S0] = polar_decomposition(from);
  const auto [R1, S1] = polar_decomposition(to);
  const Vec3 w0 = log_rotation(R0);
  const Vec3 w = nearest_turn(log_rotation(R1), w0) - w0;
  Mat3 skew;
  skew << 0, -w.z(), w.y(), w.z(), 0, -w.x(), -w.y(), w.x(), 0;
  return skew + S1 - S0;
}

}  // namespace

Eigen::Matrix3Xf unwarp(const Body& body, const Placement& placement, const Eigen::Matrix3Xf& input,
                        const Eigen::Matrix3Xf& pose) {
  const PoissonSystem poisson(body);
  const Mat3 to_rest = placement.rotation.transpose();
  const auto elements = body.is_shell() ? body.triangles.cols() : body.tets.cols();
  const double mean = mean_weight(body);
  Points forces = Points::Zero(3, body.vertex_count());
  for (Eigen::Index e = 0; e < elements; ++e) {
    const ElementShape shape = shape_of_element(body, static_cast<int>(e));
    const Mat3 D = difference_in_rotation_and_stretch(gradient_of(shape, to_rest, input),
                                                      gradient_of(shape, to_rest, pose));
    for (int c = 0; c < shape.corners; ++c) {
      forces.col(shape.vertices[c]) += shape.weight / mean * D * shape.gradients.col(c);
    }
  }
  const std::vector<int>& row_of = poisson.row_of_vertex();
  Eigen::Matrix3Xf rows = Eigen::Matrix3Xf::Zero(3, poisson.row_count());
  for (int v = 0; v < body.vertex_count(); ++v) {
    const int row = row_of[static_cast<std::size_t>(v)];
    if (row >= 0) rows.col(row) = forces.col(v).cast<float>();
  }
  poisson.solve(rows.data());
  Eigen::Matrix3Xf edit = Eigen::Matrix3Xf::Zero(3, body.vertex_count());
  for (int v = 0; v < body.vertex_count(); ++v) {
    const int row = row_of[static_cast<std::size_t>(v)];
    if (row >= 0) edit.col(v) = rows.col(row);
  }
  follow_centers(poisson, to_rest.cast<float>() * (pose - input), edit);
  return edit;
}

}  // namespace retake
