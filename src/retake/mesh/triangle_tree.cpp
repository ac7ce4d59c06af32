#include "retake/mesh/triangle_tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "retake/mesh/triangle_point.h"

namespace retake {
namespace {

constexpr int triangles_per_leaf = 4;
constexpr int most_open = 128;  // twice the depth of a tree of 2^31 triangles, and more

// A node is summed up as one where the point is farther away than this many times its reach.
constexpr double far_enough = 2;

// Solid angle of a triangle (Van Oosterom and Strackee 1983), from 0 to 2 pi with its sign: above 0
// seen from its back, which is the inside.
double solid_angle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double la = a.norm(), lb = b.norm(), lc = c.norm();
  const double volume = a.dot(b.cross(c));
  const double rest = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
  return volume == 0 && rest == 0 ? 0 : 2 * std::atan2(volume, rest);
}

}  // namespace

TriangleTree::TriangleTree(const TriangleMesh& mesh)
    : mesh_(mesh), order_(static_cast<std::size_t>(mesh.triangle_count())) {
  std::iota(order_.begin(), order_.end(), 0);
  if (order_.empty()) return;
  nodes_.reserve(order_.size());
  build(0, static_cast<int>(order_.size()));
}

void TriangleTree::sum_up(Node& node) const {
  double area = 0;
  for (int i = node.first; i < node.first + node.count; ++i) {
    const int f = order_[static_cast<std::size_t>(i)];
    const Vec3 a = corner(f, 0), b = corner(f, 1), c = corner(f, 2);
    const Vec3 normal = (b - a).cross(c - a) / 2;
    node.area += normal;
    node.center += normal.norm() * (a + b + c) / 3;
    area += normal.norm();
    for (const Vec3& x : {a, b, c}) node.box.extend(x);
  }
  node.center = area > 0 ? Vec3(node.center / area) : node.box.center();
  for (int i = node.first; i < node.first + node.count; ++i) {
    for (int k = 0; k < 3; ++k) {
      const Vec3 x = corner(order_[static_cast<std::size_t>(i)], k);
      node.reach = std::max(node.reach, (x - node.center).norm());
    }
  }
}

int TriangleTree::build(int first, int count) {
  const int self = static_cast<int>(nodes_.size());
  nodes_.push_back({.first = first, .count = count});
  sum_up(nodes_.back());
  if (count <= triangles_per_leaf) return self;

  Eigen::Index axis = 0;
  nodes_.back().box.diagonal().maxCoeff(&axis);
  const int half = count / 2;
  const auto along = [&](int f) {
    return corner(f, 0)[axis] + corner(f, 1)[axis] + corner(f, 2)[axis];
  };
  const auto begin = order_.begin() + first;
  std::nth_element(begin, begin + half, begin + count, [&](int a, int b) {
    const double x = along(a), y = along(b);
    return x < y || (x == y && a < b);
  });
  build(first, half);
  const int right = build(first + half, count - half);
  nodes_[static_cast<std::size_t>(self)].right = right;
  return self;
}

double TriangleTree::distance(const Vec3& point) const {
  struct Visit {
    int node;
    double squared_distance;
  };
  std::array<Visit, most_open> open;
  std::size_t opened = 0;
  double nearest = std::numeric_limits<double>::infinity();
  const auto visit = [&](int n) -> Visit {
    return {n, nodes_[static_cast<std::size_t>(n)].box.squaredExteriorDistance(point)};
  };
  if (!nodes_.empty()) open[opened++] = visit(0);
  while (opened > 0) {
    const Visit here = open[--opened];
    if (here.squared_distance >= nearest * nearest) continue;
    const Node& node = nodes_[static_cast<std::size_t>(here.node)];
    if (node.right < 0) {
      for (int i = node.first; i < node.first + node.count; ++i) {
        const int f = order_[static_cast<std::size_t>(i)];
        nearest = std::min(
            nearest, nearest_on_triangle(point, corner(f, 0), corner(f, 1), corner(f, 2)).distance);
      }
      continue;
    }
    const Visit left = visit(here.node + 1), right = visit(node.right);
    const bool left_first = left.squared_distance <= right.squared_distance;
    open[opened++] = left_first ? right : left;
    open[opened++] = left_first ? left : right;
  }
  return nearest;
}

double TriangleTree::winding(const Vec3& point) const {
  std::array<int, most_open> open;
  std::size_t opened = 0;
  double angle = 0;
  if (!nodes_.empty()) open[opened++] = 0;
  while (opened > 0) {
    const int here = open[--opened];
    const Node& node = nodes_[static_cast<std::size_t>(here)];
    const Vec3 away = node.center - point;
    const double distance = away.norm();
    if (distance > far_enough * node.reach) {
      angle += node.area.dot(away) / (distance * distance * distance);
    } else if (node.right >= 0) {
      open[opened++] = node.right;
      open[opened++] = here + 1;
    } else {
      for (int i = node.first; i < node.first + node.count; ++i) {
        const int f = order_[static_cast<std::size_t>(i)];
        angle += solid_angle(corner(f, 0) - point, corner(f, 1) - point, corner(f, 2) - point);
      }
    }
  }
  return angle / (4 * std::numbers::pi);
}

}  // namespace retake
