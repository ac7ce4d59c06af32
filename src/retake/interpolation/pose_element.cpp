#include "retake/interpolation/pose_element.h"

#include <Eigen/Geometry>

namespace retake {
namespace {

Mat3 sum_of_gradients(const ElementShape& element, const Eigen::Matrix3Xf& x) {
  Mat3 sum = Mat3::Zero();
  for (int c = 0; c < element.corners; ++c)
    sum += x.col(element.vertices[c]).cast<double>() * element.gradients.col(c).transpose();
  return sum;
}

}  // namespace

std::vector<ElementShape> pose_elements(const Body& body) {
  const auto count = body.has_tets() ? body.tets.cols() : body.triangles.cols();
  const double mean = mean_weight(body);
  std::vector<ElementShape> elements;
  for (int e = 0; e < count; ++e) {
    elements.push_back(shape_of_element(body, e));
    elements.back().weight /= mean;
  }
  return elements;
}

Mat3 gradient_of(const ElementShape& element, const Eigen::Matrix3Xf& u) {
  Mat3 sum = sum_of_gradients(element, u);
  if (element.corners == 3) sum -= sum.transpose() * element.normal * element.normal.transpose();
  return sum;
}

Mat3 deformation_of(const ElementShape& element, const Eigen::Matrix3Xf& x) {
  const Mat3 sum = sum_of_gradients(element, x);
  if (element.corners == 4) return sum;
  const auto corner = [&](int c) -> Vec3 { return x.col(element.vertices[c]).cast<double>(); };
  const Vec3 normal = (corner(1) - corner(0)).cross(corner(2) - corner(0)).normalized();
  return sum + normal * element.normal.transpose();
}

}  // namespace retake
