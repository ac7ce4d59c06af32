#include "retake/picture/camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "retake/numerics/errors.h"

namespace retake {

namespace {

constexpr double smallest_field = 0.5, largest_field = 160;  // degrees

double tangent_of_half(double degrees) { return std::tan(degrees * std::numbers::pi / 360); }

// The apex of the wedge |across - apex| <= slope * (along - apex) that just holds all points.
struct Apex {
  double across, along;
};
Apex tightest_wedge(const Eigen::RowVectorXd& across, const Eigen::RowVectorXd& along,
                    double slope) {
  const double low = (across + slope * along).minCoeff();
  const double high = (across - slope * along).maxCoeff();
  return {(low + high) / 2, (low - high) / (2 * slope)};
}

void check_field_of_view(double degrees) {
  if (degrees >= smallest_field && degrees <= largest_field) return;
  throw InputError({.what = "field of view out of range",
                    .where = "camera",
                    .expected = "0.5 to 160 degrees",
                    .found = std::to_string(degrees)});
}

}  // namespace

void Camera::validate() const {
  if (!eye.allFinite() || !target.allFinite()) {
    throw InputError({.what = "eye or target is not finite", .where = "camera"});
  }
  if (!((target - eye).norm() > 1e-12 * (1e-200 + eye.norm() + target.norm()))) {
    throw InputError({.what = "eye and target are the same point",
                      .where = "camera",
                      .advice = "move the eye away from what it looks at"});
  }
  check_field_of_view(vertical_field_of_view);
}

CameraAxes axes_of(const Camera& camera) {
  CameraAxes axes;
  axes.forward = (camera.target - camera.eye).normalized();
  const Vec3 right = axes.forward.cross(Vec3::UnitY());
  axes.right = right.norm() > 1e-6 ? Vec3(right.normalized()) : Vec3::UnitX();
  axes.up = axes.right.cross(axes.forward);
  return axes;
}

Projection project(const Camera& camera, const Vec3& point, int width, int height) {
  const CameraAxes axes = axes_of(camera);
  const Vec3 offset = point - camera.eye;
  const double depth = axes.forward.dot(offset);
  const double scale =
      height / 2.0 / (tangent_of_half(camera.vertical_field_of_view) * std::max(depth, 1e-300));
  return {
      {width / 2.0 + scale * axes.right.dot(offset), height / 2.0 - scale * axes.up.dot(offset)},
      depth};
}

bool sees_all(const Camera& camera, const Points& points, double aspect) {
  const CameraAxes axes = axes_of(camera);
  const double slope = tangent_of_half(camera.vertical_field_of_view);
  const Points offsets = points.colwise() - camera.eye;
  const Eigen::RowVectorXd depth = axes.forward.transpose() * offsets;
  const Eigen::RowVectorXd x = axes.right.transpose() * offsets, y = axes.up.transpose() * offsets;
  return (depth.array() > 0).all() && (x.array().abs() <= slope * aspect * depth.array()).all() &&
         (y.array().abs() <= slope * depth.array()).all();
}

Camera frame_to_fit(const Points& points, const Vec3& direction, const FramingOptions& options) {
  check_field_of_view(options.vertical_field_of_view);
  if (points.cols() == 0 || !points.allFinite() || !(direction.norm() > 0) ||
      !(options.aspect > 0) || !(options.margin >= 0 && options.margin < 0.5)) {
    throw InputError({.what = "cannot frame this",
                      .where = "camera",
                      .expected = "finite points, a direction, aspect > 0, margin 0 to 0.5"});
  }
  Camera camera{.eye = Vec3::Zero(), .target = direction.normalized()};
  camera.vertical_field_of_view = options.vertical_field_of_view;
  const CameraAxes axes = axes_of(camera);
  const double slope = tangent_of_half(options.vertical_field_of_view) * (1 - 2 * options.margin);
  const Eigen::RowVectorXd x = axes.right.transpose() * points;
  const Eigen::RowVectorXd y = axes.up.transpose() * points;
  const Eigen::RowVectorXd z = axes.forward.transpose() * points;
  const Apex sideways = tightest_wedge(x, z, slope * options.aspect);
  const Apex upright = tightest_wedge(y, z, slope);
  const double middle = (z.minCoeff() + z.maxCoeff()) / 2;
  // A single point has no size: stand one unit away from it.
  double back = std::min(sideways.along, upright.along);
  if (!(middle - back > 1e-9 * (1 + std::abs(middle)))) back = middle - 1;
  camera.eye = axes.right * sideways.across + axes.up * upright.across + axes.forward * back;
  camera.target = camera.eye + axes.forward * (middle - back);
  return camera;
}

Camera frame_to_fit(const Eigen::AlignedBox3d& bounds, const Vec3& direction,
                    const FramingOptions& options) {
  Points corners(3, bounds.isEmpty() ? 0 : 8);
  for (int i = 0; i < corners.cols(); ++i) {
    corners.col(i) = bounds.corner(static_cast<Eigen::AlignedBox3d::CornerType>(i));
  }
  return frame_to_fit(corners, direction, options);
}

}  // namespace retake
