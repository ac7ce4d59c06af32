#include "retake/mesh/cell_split.h"

#include <algorithm>
#include <unordered_set>

#include <Eigen/Geometry>

namespace retake {
namespace {

// Faces counter-clockwise from outside; -1 in the fourth place marks a triangle.
using Face = std::array<int, 4>;
constexpr Face pyramid_faces[] = {
    {0, 3, 2, 1}, {0, 1, 4, -1}, {1, 2, 4, -1}, {2, 3, 4, -1}, {3, 0, 4, -1}};
constexpr Face wedge_faces[] = {
    {0, 2, 1, -1}, {3, 4, 5, -1}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}};
constexpr Face hexahedron_faces[] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                     {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

std::span<const Face> faces_of(CellKind kind) {
  if (kind == CellKind::pyramid) return pyramid_faces;
  if (kind == CellKind::wedge) return wedge_faces;
  return hexahedron_faces;
}

// A corner is convex, and no other corner lies in its triangle, in the plane across `normal`.
bool is_ear(const std::vector<int>& ring, std::size_t i, const Points& x, const Vec3& normal) {
  const std::size_t n = ring.size();
  const int a = ring[(i + n - 1) % n], b = ring[i], c = ring[(i + 1) % n];
  const auto side = [&](int p, int q, int r) {
    return normal.dot((x.col(q) - x.col(p)).cross(x.col(r) - x.col(p)));
  };
  if (side(a, b, c) <= 0) return false;
  return std::none_of(ring.begin(), ring.end(), [&](int p) {
    return p != a && p != b && p != c && side(a, b, p) >= 0 && side(b, c, p) >= 0 &&
           side(c, a, p) >= 0;
  });
}

std::vector<int> first_visits(std::span<const std::int64_t> corners) {
  std::vector<int> ring;
  std::unordered_set<std::int64_t> seen;
  for (const std::int64_t corner : corners) {
    if (seen.insert(corner).second) ring.push_back(static_cast<int>(corner));
  }
  return ring;
}

bool is_plain_triangle(std::span<const std::int64_t> c) {
  return c.size() == 3 && c[0] != c[1] && c[1] != c[2] && c[2] != c[0];
}

// Cutting ears takes up to n³ steps; a larger polygon is a mistake or an attack and becomes a fan.
constexpr std::size_t most_ears = 256;

}  // namespace

void split_solid(CellKind kind, std::span<const std::int64_t> corners,
                 std::vector<std::array<int, 4>>& tets) {
  const auto at = [&](int k) { return static_cast<int>(corners[static_cast<std::size_t>(k)]); };
  if (kind == CellKind::tet) {
    tets.push_back({at(0), at(1), at(2), at(3)});
    return;
  }
  // A cone from the smallest vertex over the faces that do not touch it.
  const int apex = static_cast<int>(*std::min_element(corners.begin(), corners.end()));
  for (const Face& face : faces_of(kind)) {
    std::vector<int> ring;
    for (const int k : face) {
      if (k >= 0) ring.push_back(at(k));
    }
    if (std::find(ring.begin(), ring.end(), apex) != ring.end()) continue;
    std::rotate(ring.begin(), std::min_element(ring.begin(), ring.end()), ring.end());
    for (std::size_t k = 2; k < ring.size(); ++k) {
      tets.push_back({ring[0], ring[k], ring[k - 1], apex});
    }
  }
}

void split_polygon(std::span<const std::int64_t> corners, const Points& positions,
                   std::vector<std::array<int, 3>>& triangles) {
  if (is_plain_triangle(corners)) {
    triangles.push_back(
        {static_cast<int>(corners[0]), static_cast<int>(corners[1]), static_cast<int>(corners[2])});
    return;
  }
  std::vector<int> ring = first_visits(corners);
  for (; ring.size() > most_ears; ring.pop_back()) {
    triangles.push_back({ring[0], ring[ring.size() - 2], ring.back()});
  }
  Vec3 normal = Vec3::Zero();  // Newell's: twice the area vector
  for (std::size_t i = 2; i < ring.size(); ++i) {
    const Vec3 origin = positions.col(ring[0]);
    normal += (positions.col(ring[i - 1]) - origin).cross(positions.col(ring[i]) - origin);
  }
  while (ring.size() > 3) {
    std::size_t ear = 0;
    while (ear < ring.size() && !is_ear(ring, ear, positions, normal)) ++ear;
    if (ear == ring.size()) ear = 1;  // no ear in a twisted or flat polygon: go on as a fan
    const std::size_t n = ring.size();
    triangles.push_back({ring[(ear + n - 1) % n], ring[ear], ring[(ear + 1) % n]});
    ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  if (ring.size() == 3) triangles.push_back({ring[0], ring[1], ring[2]});
}

}  // namespace retake
