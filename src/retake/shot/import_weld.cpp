#include "retake/shot/import_weld.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <unordered_map>

#include "retake/mesh/bounding_box.h"
#include "retake/mesh/topology.h"

namespace retake {

namespace {

// Cells twice the distance wide: what lies together is in the same cell or in a neighbour.
class NearbyPoints {
 public:
  NearbyPoints(const Points& points, double distance) : points_(points), distance_(distance) {}

  // The first of those added before that lies within the distance; -1: none.
  int find(int vertex) const {
    const auto [x, y, z] = cell_of(vertex);
    for (std::int64_t i = x - 1; i <= x + 1; ++i) {
      for (std::int64_t j = y - 1; j <= y + 1; ++j) {
        for (std::int64_t k = z - 1; k <= z + 1; ++k) {
          const auto [first, last] = cells_.equal_range(hash({i, j, k}));
          for (auto it = first; it != last; ++it) {
            const Vec3 apart = points_.col(it->second) - points_.col(vertex);
            if (apart.norm() <= distance_) return it->second;
          }
        }
      }
    }
    return -1;
  }

  void add(int vertex) { cells_.emplace(hash(cell_of(vertex)), vertex); }

 private:
  using Cell = std::array<std::int64_t, 3>;

  Cell cell_of(int vertex) const {
    const auto along = [&](int k) {
      return static_cast<std::int64_t>(std::floor(points_(k, vertex) / (2 * distance_)));
    };
    return {along(0), along(1), along(2)};
  }
  static std::uint64_t hash(const Cell& cell) {
    std::uint64_t hash = 0;
    for (const std::int64_t part : cell) {
      hash = (hash ^ static_cast<std::uint64_t>(part)) * 0x9E3779B97F4A7C15u + (hash >> 29);
    }
    return hash;
  }

  const Points& points_;
  double distance_;
  std::unordered_multimap<std::uint64_t, int> cells_;
};

std::set<int> vertices_on_open_edges(const Eigen::Matrix3Xi& triangles) {
  std::set<int> vertices;
  for (const Edge& edge : examine_edges(triangles).boundary) {
    vertices.insert(edge.begin(), edge.end());
  }
  return vertices;
}

// Members by the first one that each lies at; parts of one are dropped.
std::vector<std::vector<int>> parted(const std::vector<int>& group,
                                     const Eigen::Matrix3Xf& positions, float distance) {
  std::vector<std::vector<int>> parts;
  for (const int vertex : group) {
    const auto joins = [&](const std::vector<int>& part) {
      return (positions.col(part.front()) - positions.col(vertex)).norm() <= distance;
    };
    const auto part = std::find_if(parts.begin(), parts.end(), joins);
    if (part == parts.end()) {
      parts.push_back({vertex});
    } else {
      part->push_back(vertex);
    }
  }
  std::erase_if(parts, [](const auto& part) { return part.size() < 2; });
  return parts;
}

}  // namespace

Welding::Welding(const TriangleMesh& rest, double tolerance) : vertex_count_(rest.vertex_count()) {
  const Points& x = rest.positions;
  distance_ = tolerance * bounding_box(x).diagonal();
  if (!(distance_ > 0)) return;
  NearbyPoints nearby(x, distance_);
  std::unordered_map<int, Group> members;
  for (const int vertex : vertices_on_open_edges(rest.triangles)) {
    const int first = nearby.find(vertex);
    if (first < 0) nearby.add(vertex);
    members[first < 0 ? vertex : first].push_back(vertex);
  }
  for (auto& [first, group] : members) {
    if (group.size() > 1) groups_.push_back(std::move(group));
  }
  std::sort(groups_.begin(), groups_.end());
}

void Welding::add_frame(const Eigen::Matrix3Xf& positions) {
  const auto distance = static_cast<float>(distance_);
  const auto holds = [&](const Group& group) {
    return std::all_of(group.begin(), group.end(), [&](int vertex) {
      return (positions.col(vertex) - positions.col(group.front())).norm() <= distance;
    });
  };
  std::vector<Group> parts;
  std::erase_if(groups_, [&](const Group& group) {
    if (holds(group)) return false;
    for (Group& part : parted(group, positions, distance)) parts.push_back(std::move(part));
    return true;
  });
  groups_.insert(groups_.end(), parts.begin(), parts.end());
}

std::vector<int> Welding::body_vertices() const {
  std::vector<int> first(static_cast<std::size_t>(vertex_count_));
  for (int v = 0; v < vertex_count_; ++v) first[static_cast<std::size_t>(v)] = v;
  for (const Group& group : groups_) {
    for (const int vertex : group) first[static_cast<std::size_t>(vertex)] = group.front();
  }
  std::vector<int> number(first.size());
  int count = 0;
  for (std::size_t v = 0; v < first.size(); ++v) {
    const auto leader = static_cast<std::size_t>(first[v]);
    number[v] = leader == v ? count++ : number[leader];  // the first stands before the others
  }
  return number;
}

Eigen::Matrix3Xi welded_triangles(const Eigen::Matrix3Xi& triangles,
                                  const std::vector<int>& body_vertices) {
  std::set<std::array<int, 3>> seen;
  std::vector<int> corners;
  for (const auto& triangle : triangles.colwise()) {
    std::array<int, 3> body;
    for (int k = 0; k < 3; ++k) {
      body[static_cast<std::size_t>(k)] = body_vertices[static_cast<std::size_t>(triangle[k])];
    }
    std::array<int, 3> sorted = body;
    std::sort(sorted.begin(), sorted.end());
    const bool is_flat = sorted[0] == sorted[1] || sorted[1] == sorted[2];
    if (is_flat || !seen.insert(sorted).second) continue;
    corners.insert(corners.end(), body.begin(), body.end());
  }
  return Eigen::Map<const Eigen::Matrix3Xi>(corners.data(), 3,
                                            static_cast<Eigen::Index>(corners.size() / 3));
}

}  // namespace retake
