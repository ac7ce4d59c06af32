#include "retake/mesh/tet_tree.h"

#include <algorithm>
#include <limits>

#include <Eigen/LU>

#include "retake/mesh/quality.h"

namespace retake {
namespace {

constexpr int tets_per_leaf = 4;

Vec3 closest_on_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 ab = b - a;
  const double length = ab.squaredNorm();
  return length > 0 ? Vec3(a + std::clamp(ab.dot(p - a) / length, 0.0, 1.0) * ab) : a;
}

double squared_distance_to_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = (b - a).cross(c - a);
  const bool above = normal.cross(b - a).dot(p - a) >= 0 && normal.cross(c - b).dot(p - b) >= 0 &&
                     normal.cross(a - c).dot(p - c) >= 0;
  if (above && normal.squaredNorm() > 0) {
    const double height = normal.dot(p - a);
    return height * height / normal.squaredNorm();
  }
  return std::min({(p - closest_on_segment(p, a, b)).squaredNorm(),
                   (p - closest_on_segment(p, b, c)).squaredNorm(),
                   (p - closest_on_segment(p, c, a)).squaredNorm()});
}

}  // namespace

TetTree::TetTree(const TetMesh& mesh) : mesh_(mesh) {
  for (int t = 0; t < mesh.tet_count(); ++t) {
    if (!is_flat(mesh, t)) order_.push_back(t);
  }
  if (order_.empty()) return;
  nodes_.reserve(order_.size());
  build(0, static_cast<int>(order_.size()));
  const double rounding = 1e-14;  // relative to the size of the mesh, squared as distances are
  tie_ = rounding * nodes_.front().box.diagonal().squaredNorm();
}

int TetTree::build(int first, int count) {
  const auto begin = order_.begin() + first;
  Eigen::AlignedBox3d box;
  Eigen::AlignedBox3d centers;
  const auto center = [&](int t) -> Vec3 {
    return mesh_.positions(Eigen::all, mesh_.tets.col(t)).rowwise().mean();
  };
  for (auto it = begin; it != begin + count; ++it) {
    for (int k = 0; k < 4; ++k) box.extend(mesh_.positions.col(mesh_.tets(k, *it)));
    centers.extend(center(*it));
  }
  const int self = static_cast<int>(nodes_.size());
  nodes_.push_back({box, first, count, -1});
  if (count <= tets_per_leaf) return self;

  Eigen::Index axis = 0;
  centers.diagonal().maxCoeff(&axis);
  const int half = count / 2;
  std::nth_element(begin, begin + half, begin + count, [&](int a, int b) {
    const double x = center(a)[axis];
    const double y = center(b)[axis];
    return x < y || (x == y && a < b);
  });
  build(first, half);
  const int right = build(first + half, count - half);
  nodes_[static_cast<std::size_t>(self)].count = 0;
  nodes_[static_cast<std::size_t>(self)].right = right;
  return self;
}

NearestTet TetTree::compare(int tet, const Vec3& point) const {
  const auto x = [&](int k) -> Vec3 { return mesh_.positions.col(mesh_.tets(k, tet)); };
  const Vec3 a = x(0), b = x(1), c = x(2), d = x(3);
  Mat3 edges;
  edges << b - a, c - a, d - a;
  NearestTet result;
  result.tet = tet;
  result.weights.tail<3>() = edges.inverse() * (point - a);
  result.weights[0] = 1 - result.weights.tail<3>().sum();
  if (result.weights.minCoeff() < 0) {
    result.squared_distance = std::min({squared_distance_to_triangle(point, a, b, c),
                                        squared_distance_to_triangle(point, a, b, d),
                                        squared_distance_to_triangle(point, b, c, d),
                                        squared_distance_to_triangle(point, a, c, d)});
  }
  return result;
}

NearestTet TetTree::nearest(const Vec3& point) const {
  NearestTet best;
  best.squared_distance = std::numeric_limits<double>::infinity();
  if (nodes_.empty()) return best;
  struct Visit {
    int node;
    double squared_distance;
  };
  std::vector<Visit> open = {{0, nodes_[0].box.squaredExteriorDistance(point)}};
  while (!open.empty()) {
    const Visit visit = open.back();
    open.pop_back();
    if (visit.squared_distance > best.squared_distance + tie_) continue;
    const Node& node = nodes_[static_cast<std::size_t>(visit.node)];
    for (int i = 0; i < node.count; ++i) {
      const NearestTet found = compare(order_[static_cast<std::size_t>(node.first + i)], point);
      const double gain = best.squared_distance - found.squared_distance;
      const bool tie = std::abs(gain) <= tie_;
      if (tie ? found.weights.minCoeff() > best.weights.minCoeff() : gain > 0) best = found;
    }
    if (best.tet >= 0 && best.weights.minCoeff() > 0) break;  // inside: no other is as near
    if (node.right < 0) continue;
    const auto child = [&](int n) -> Visit {
      return {n, nodes_[static_cast<std::size_t>(n)].box.squaredExteriorDistance(point)};
    };
    const Visit left = child(visit.node + 1);
    const Visit right = child(node.right);
    const bool left_first = left.squared_distance <= right.squared_distance;
    open.push_back(left_first ? right : left);
    open.push_back(left_first ? left : right);
  }
  return best;
}

}  // namespace retake
