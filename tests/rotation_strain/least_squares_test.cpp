// The warp against a dense solve, in double, of the problem as the papers state it.
#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "retake/numerics/rotation.h"
#include "retake/rotation_strain/warp.h"
#include "rotation_strain/motions.h"

namespace retake {
namespace {

using Frame = Eigen::Matrix3Xf;

// An element's corners, of which a triangle has a fourth of its own at `points` beyond the body's,
// the gradients of its shape functions and its weight.
struct DenseElement {
  int corners[4];
  Eigen::Matrix<double, 3, 4> gradients;
  double weight;
};

// Sumner and Popović 2004: the fourth vertex stands on the normal, the root of the area away.
Vec3 fourth_vertex(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = (b - a).cross(c - a);
  return a + normal / std::sqrt(normal.norm());
}

DenseElement dense_element(const Body& body, int e) {
  DenseElement element{};
  const bool shell = body.is_shell();
  Eigen::Matrix<double, 3, 4> x;
  for (int k = 0; k < 4; ++k) {
    const bool fourth = shell && k == 3;
    element.corners[k] = fourth  ? body.vertex_count() + e
                         : shell ? body.triangles(k, e)
                                 : body.tets(k, e);
    x.col(k) = fourth ? fourth_vertex(x.col(0), x.col(1), x.col(2))
                      : Vec3(body.rest_positions.col(element.corners[k]));
  }
  const Mat3 edges = x.rightCols<3>().colwise() - x.col(0);
  element.gradients.rightCols<3>() = edges.inverse().transpose();
  element.gradients.col(0) = -element.gradients.rightCols<3>().rowwise().sum();
  element.weight =
      shell ? (x.col(1) - x.col(0)).cross(x.col(2) - x.col(0)).norm() / 2 : edges.determinant() / 6;
  return element;
}

// exp(log R + w)(S + e) of a frame's element (with a unit normal for triangles) and a linear edit.
Mat3 target_of(const Body& body, const DenseElement& element, int e, const Points& frame,
               const Points& edit) {
  Mat3 F = Mat3::Zero(), D = Mat3::Zero();
  const int corners = body.is_shell() ? 3 : 4;
  Vec3 normal = Vec3::Zero();
  if (body.is_shell()) {
    const auto corner = [&](int k) { return Vec3(body.rest_positions.col(body.triangles(k, e))); };
    normal = (corner(1) - corner(0)).cross(corner(2) - corner(0)).normalized();
  }
  const Mat3 in_plane = Mat3::Identity() - normal * normal.transpose();
  for (int k = 0; k < corners; ++k) {
    const Vec3 gradient = in_plane * element.gradients.col(k);
    F += frame.col(element.corners[k]) * gradient.transpose();
    D += edit.col(element.corners[k]) * gradient.transpose();
  }
  if (body.is_shell()) {
    const auto corner = [&](int k) { return Vec3(frame.col(body.triangles(k, e))); };
    F += (corner(1) - corner(0)).cross(corner(2) - corner(0)).normalized() * normal.transpose();
    D -= (D.transpose() * normal) * normal.transpose();
  }
  const Polar polar = polar_decomposition(F);
  const Mat3 skew = (D - D.transpose()) / 2;
  const Vec3 w(skew(2, 1), skew(0, 2), skew(1, 0));
  return exp_rotation(log_rotation(polar.R) + w) * (polar.S + (D + D.transpose()) / 2);
}

// The positions that minimize Σ weight |F - target|² with pins as in the frame.
Points dense_warp(const Body& body, const Points& frame, const Points& edit) {
  const int elements = static_cast<int>(body.is_shell() ? body.triangles.cols() : body.tets.cols());
  const int points = body.vertex_count() + (body.is_shell() ? elements : 0);
  MatX L = MatX::Zero(points, points), b = MatX::Zero(points, 3);
  for (int e = 0; e < elements; ++e) {
    const DenseElement element = dense_element(body, e);
    const Mat3 target = target_of(body, element, e, frame, edit);
    for (int i = 0; i < 4; ++i) {
      const Vec3 gradient = element.weight * element.gradients.col(i);
      b.row(element.corners[i]) += (target * gradient).transpose();
      for (int j = 0; j < 4; ++j) {
        L(element.corners[i], element.corners[j]) += gradient.dot(element.gradients.col(j));
      }
    }
  }
  for (const int pin : body.pins) {
    L.row(pin).setZero();
    L(pin, pin) = 1;
    b.row(pin) = frame.col(pin).transpose();
  }
  return L.partialPivLu().solve(b).topRows(body.vertex_count()).transpose();
}

void expect_dense(const Body& body, const Points& edit) {
  // The input is itself a reconstruction, as the papers need it: at rest.
  const auto input = motion_of(body, {at_rest});
  const Points expected = dense_warp(body, input->frames[0].cast<double>(), edit);
  const Frame warped = Warp(body, input).warp(0, edit.cast<float>());
  EXPECT_LT((warped.cast<double>() - expected).colwise().norm().maxCoeff(), 2e-6 * size_of(body));
}

// What the edit changes, since only that is solved for: exact for inputs of any shape.
void expect_dense_change(const Body& body, const Pose& pose, const Points& edit) {
  const auto input = motion_of(body, {pose});
  const Points frame = input->frames[0].cast<double>();
  const Points expected = frame + dense_warp(body, frame, edit) - dense_warp(body, frame, 0 * edit);
  const Frame warped = Warp(body, input).warp(0, edit.cast<float>());
  EXPECT_LT((warped.cast<double>() - expected).colwise().norm().maxCoeff(), 2e-6 * size_of(body));
}

Body curved_sheet() {
  Body sheet = make_sheet(5);
  sheet.rest_positions = crumpled(sheet.rest_positions);
  sheet.pins = {0, 1, 2, 3, 4, 5};
  return sheet;
}

Points strong_wave(const Body& body) { return wave(body, 0.15).cast<double>(); }

TEST(WarpOfASolid, IsTheLeastSquaresFitToTheTargetGradients) {
  const Body bar = make_bar();
  expect_dense(bar, strong_wave(bar));
  expect_dense_change(bar, bent(2), strong_wave(bar));
}

TEST(WarpOfAShell, IsThatWithExplicitFourthVertices) {
  const Body sheet = curved_sheet();
  expect_dense(sheet, strong_wave(sheet));
  expect_dense_change(sheet, moved(bent(0.4), {0.5, 0.2, 0}, {0, 0, 0}), strong_wave(sheet));
}

}  // namespace
}  // namespace retake
