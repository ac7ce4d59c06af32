#include "apps/server/engine/interior_ties.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <set>

#include <Eigen/LU>

#include "retake/numerics/parallel_for.h"

namespace retake::server {

namespace {

constexpr double flattest_tie = 1e-6;  // volume of four corners by their distances: less is a plane

constexpr std::size_t octant_count = 8, nearest_count = 4;

// The nearest of the points in each of the eight octants around `center`, so that they surround it,
// and the nearest of all: around a center that lies outside most octants are empty.
std::vector<int> nearest_around(const Points& points, const Vec3& center) {
  using Near = std::pair<double, int>;  // squared distance, vertex
  std::array<Near, octant_count> around;
  std::array<Near, nearest_count> nearest;
  around.fill({std::numeric_limits<double>::infinity(), -1});
  nearest.fill(around[0]);
  for (Eigen::Index v = 0; v < points.cols(); ++v) {
    const Vec3 way = points.col(v) - center;
    const Near near = {way.squaredNorm(), static_cast<int>(v)};
    Near& best =
        around[(way.x() > 0 ? 1U : 0U) + (way.y() > 0 ? 2U : 0U) + (way.z() > 0 ? 4U : 0U)];
    best = std::min(best, near);
    if (!(near < nearest.back())) continue;
    nearest.back() = near;
    std::sort(nearest.begin(), nearest.end());
  }
  std::set<int> found;
  for (const Near& near : around) found.insert(near.second);
  for (const Near& near : nearest) found.insert(near.second);
  found.erase(-1);
  return {found.begin(), found.end()};
}

struct Tie {
  Eigen::Vector4i vertices;
  Eigen::Vector4d weights;
  double reach = std::numeric_limits<double>::infinity();  // m², of what pulls: less is better
};

Tie tie_to(const Points& points, const Vec3& at, const Eigen::Vector4i& corners) {
  Tie tie = {corners, {1, 0, 0, 0}};
  const Eigen::Matrix<double, 3, 4> ways = points(Eigen::all, corners).colwise() - at;
  Eigen::Matrix4d system;
  system << ways, Eigen::RowVector4d::Ones();
  const Eigen::RowVector4d distances = ways.colwise().norm();
  const double scale = distances.maxCoeff();
  if (std::abs(system.determinant()) <= flattest_tie * scale * scale * scale) return tie;
  tie.weights = system.inverse().col(3);
  tie.reach = tie.weights.cwiseProduct(distances.transpose()).squaredNorm();
  return tie;
}

// Those whose bit is set in `chosen`, which are four.
Eigen::Vector4i corners_of(const std::vector<int>& near, unsigned chosen) {
  Eigen::Vector4i corners;
  Eigen::Index count = 0;
  for (std::size_t i = 0; i < near.size(); ++i) {
    if ((chosen >> i & 1U) != 0) corners(count++) = near[i];
  }
  return corners;
}

// Of all fours among the nearest the one that pulls from nearest by.
Tie best_tie(const Points& points, const Vec3& at) {
  const std::vector<int> near = nearest_around(points, at);
  Tie best = {Eigen::Vector4i::Constant(near.front()), {1, 0, 0, 0}};
  for (unsigned chosen = 0; chosen < 1U << near.size(); ++chosen) {
    if (std::popcount(chosen) != 4) continue;
    const Tie tie = tie_to(points, at, corners_of(near, chosen));
    if (tie.reach < best.reach) best = tie;
  }
  return best;
}

}  // namespace

Embedding tie_interior(const Body& body) {
  const Points& inside = body.interior->rest_positions;
  Embedding ties = {Eigen::Matrix4Xi(4, inside.cols()), Eigen::Matrix4Xf(4, inside.cols())};
  parallel_for(inside.cols(), [&](std::ptrdiff_t v) {
    const Tie tie = best_tie(body.rest_positions, inside.col(v));
    ties.vertices.col(v) = tie.vertices;
    ties.weights.col(v) = tie.weights.cast<float>();
  });
  return ties;
}

}  // namespace retake::server
