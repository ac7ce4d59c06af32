#include "apps/server/engine/stored_pose.h"

#include <limits>
#include <numeric>

#include "retake/numerics/errors.h"
#include "retake/spacetime/vertex_grid.h"

namespace retake::server {

namespace {

constexpr double near_enough = 2e-3;  // of the size: to be somebody's mirror image

[[noreturn]] void refuse(int vertex, int axis) {
  const std::string name(1, "xyz"[axis]);
  throw InputError({.what = "the rest shape is not its own mirror image across " + name,
                    .expected = "a partner for every vertex",
                    .found = "none for vertex " + std::to_string(vertex),
                    .advice = "Try another axis, or bend the pose by hand"});
}

// The vertex at the mirror image of each.
std::vector<int> partners_of(const Points& rest, double middle, int axis) {
  std::vector<int> all(static_cast<std::size_t>(rest.cols()));
  std::iota(all.begin(), all.end(), 0);
  const double size = (rest.rowwise().maxCoeff() - rest.rowwise().minCoeff()).norm();
  const Vec3 reach = Vec3::Constant(near_enough * size);
  const VertexGrid grid(rest, all, 4 * near_enough * size);
  for (int& partner : all) {
    const int vertex = partner;
    Vec3 image = rest.col(vertex);
    image[axis] = 2 * middle - image[axis];
    double nearest = std::numeric_limits<double>::infinity();
    partner = -1;
    grid.visit_box(image - reach, image + reach, [&](int other) {
      const double distance = (rest.col(other) - image).norm();
      if (distance >= nearest || distance > near_enough * size) return;
      nearest = distance;
      partner = other;
    });
    if (partner < 0) refuse(vertex, axis);
  }
  return all;
}

}  // namespace

Eigen::Matrix3Xf mirrored(const Body& body, const Eigen::Matrix3Xf& pose, int axis) {
  const Points& rest = body.rest_positions;
  const double middle = (rest.row(axis).minCoeff() + rest.row(axis).maxCoeff()) / 2;
  Eigen::Matrix3Xf image = pose(Eigen::all, partners_of(rest, middle, axis));
  image.row(axis) = static_cast<float>(2 * middle) - image.row(axis).array();
  return image;
}

}  // namespace retake::server
