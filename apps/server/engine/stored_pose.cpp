#include "apps/server/engine/stored_pose.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "retake/mesh/bounding_box.h"
#include "retake/numerics/errors.h"
#include "retake/spacetime/vertex_grid.h"

namespace retake::server {

namespace {

constexpr double near_enough = 2e-3;  // of the size: to be somebody's mirror image

std::string told_plane(int axis, double plane) {
  return std::string(1, "xyz"[axis]) + " = " + fmt::format("{:.4g} m", plane);
}

class Mirror {
 public:
  explicit Mirror(const Points& rest)
      : rest_(rest),
        reach_(near_enough * bounding_box(rest).diagonal()),
        all_(static_cast<std::size_t>(rest.cols())),
        grid_(rest, numbered(all_), 4 * reach_) {}

  // The vertex at the mirror image of each; -1: none.
  std::vector<int> partners(int axis, double plane) const {
    std::vector<int> result;
    for (const int vertex : all_) {
      Vec3 image = rest_.col(vertex);
      image[axis] = 2 * plane - image[axis];
      result.push_back(nearest(image));
    }
    return result;
  }

  // Halfway between vertices that may be partners, those of some vertices with all: where most of
  // them meet, the mirror stands.
  double likely_plane(int axis) const {
    constexpr std::size_t asked = 200;
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    std::vector<double> halfway;
    for (std::size_t i = 0; i < all_.size(); i += all_.size() / asked + 1) {
      const Vec3 from = rest_.col(all_[i]);
      for (const int other : all_)
        if (std::hypot(rest_(u, other) - from[u], rest_(v, other) - from[v]) < reach_)
          halfway.push_back((from[axis] + rest_(axis, other)) / 2);
    }
    std::ranges::sort(halfway);
    std::size_t first = 0, best_first = 0, best_last = 0;
    for (std::size_t last = 0; last < halfway.size(); ++last) {
      while (halfway[last] - halfway[first] > reach_) ++first;
      if (last - first <= best_last - best_first) continue;
      best_first = first;
      best_last = last;
    }
    return halfway[(best_first + best_last) / 2];
  }

 private:
  static const std::vector<int>& numbered(std::vector<int>& all) {
    std::iota(all.begin(), all.end(), 0);
    return all;
  }

  int nearest(const Vec3& image) const {
    double least = reach_;
    int found = -1;
    const Vec3 box = Vec3::Constant(reach_);
    grid_.visit_box(image - box, image + box, [&](int other) {
      const double distance = (rest_.col(other) - image).norm();
      if (distance > least) return;
      least = distance;
      found = other;
    });
    return found;
  }

  const Points& rest_;
  double reach_;  // m
  std::vector<int> all_;
  VertexGrid grid_;
};

// Partners of all; throws where some have none.
std::vector<int> partners_of(const Mirror& mirror, int axis, double plane) {
  std::vector<int> partners = mirror.partners(axis, plane);
  const auto alone = std::ranges::count(partners, -1);
  if (alone == 0) return partners;
  const auto vertex = std::ranges::find(partners, -1) - partners.begin();
  throw InputError(
      {.what = "the rest shape is not its own mirror image across " + told_plane(axis, plane),
       .expected = "a partner for every vertex",
       .found = "none for " + std::to_string(alone) + " of " + std::to_string(partners.size()) +
                ", vertex " + std::to_string(vertex) + " among them",
       .advice = "Try another axis or plane, or bend the pose by hand"});
}

}  // namespace

double plane_of_symmetry(const Body& body, int axis) {
  const Points& rest = body.rest_positions;
  const Mirror mirror(rest);
  const double middle = (rest.row(axis).minCoeff() + rest.row(axis).maxCoeff()) / 2;
  const double likely = mirror.likely_plane(axis);
  const auto alone = [&](double plane) {
    return std::ranges::count(mirror.partners(axis, plane), -1);
  };
  const double best = alone(likely) < alone(middle) ? likely : middle;
  partners_of(mirror, axis, best);
  return best;
}

Eigen::Matrix3Xf mirrored(const Body& body, const Eigen::Matrix3Xf& pose, int axis, double plane) {
  Eigen::Matrix3Xf image = pose(Eigen::all, partners_of(Mirror(body.rest_positions), axis, plane));
  image.row(axis) = static_cast<float>(2 * plane) - image.row(axis).array();
  return image;
}

}  // namespace retake::server
