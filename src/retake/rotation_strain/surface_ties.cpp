#include "retake/rotation_strain/surface_ties.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "retake/modes/rigid_modes.h"
#include "retake/numerics/disjoint_sets.h"

namespace retake {

namespace {

using Ties = std::vector<std::array<int, 2>>;

bool is_before(const Points& x, int a, int b) {
  for (int axis = 0; axis < 3; ++axis) {
    if (x(axis, a) != x(axis, b)) return x(axis, a) < x(axis, b);
  }
  return a < b;
}

Ties same_places(const Body& body) {
  const Points& x = body.rest_positions;
  std::vector<int> order(static_cast<std::size_t>(body.vertex_count()));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return is_before(x, a, b); });
  Ties ties;
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (x.col(order[i]) == x.col(order[i - 1])) ties.push_back({order[i - 1], order[i]});
  }
  return ties;
}

// The pair of vertices, one of each list, that are nearest to each other.
std::array<int, 2> nearest_pair(const Points& x, const std::vector<int>& some,
                                const std::vector<int>& others) {
  std::array<int, 2> nearest{some.front(), others.front()};
  double least = std::numeric_limits<double>::infinity();
  for (const int a : some) {
    Eigen::Index best = 0;
    const Eigen::VectorXd distances =
        (x(Eigen::all, others).colwise() - x.col(a)).colwise().squaredNorm();
    if (distances.minCoeff(&best) >= least) continue;
    least = distances[best];
    nearest = {a, others[static_cast<std::size_t>(best)]};
  }
  return nearest;
}

// Vertices of each part within one piece of the interior, largest part first.
std::vector<std::vector<int>> parts_of_piece(const std::vector<int>& piece_of, int piece,
                                             DisjointSets& parts) {
  std::vector<std::vector<int>> found;
  std::vector<int> number(piece_of.size(), -1);
  for (int v = 0; v < static_cast<int>(piece_of.size()); ++v) {
    if (piece_of[static_cast<std::size_t>(v)] != piece) continue;
    int& n = number[static_cast<std::size_t>(parts.first_of(v))];
    if (n < 0) {
      n = static_cast<int>(found.size());
      found.emplace_back();
    }
    found[static_cast<std::size_t>(n)].push_back(v);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return found;
}

}  // namespace

std::vector<std::array<int, 2>> surface_ties(const Body& body) {
  if (!body.interior) return {};
  Ties ties = same_places(body);
  DisjointSets parts(body.vertex_count());
  for (const auto& [a, b] : ties) parts.join(a, b);
  for (const auto& triangle : body.triangles.colwise()) {
    parts.join(triangle[0], triangle[1]);
    parts.join(triangle[0], triangle[2]);
  }
  const std::vector<int> piece_of = pieces_of(body);
  const int pieces = *std::max_element(piece_of.begin(), piece_of.end()) + 1;
  for (int piece = 0; piece < pieces; ++piece) {
    std::vector<int> joined;
    for (const std::vector<int>& part : parts_of_piece(piece_of, piece, parts)) {
      if (!joined.empty()) ties.push_back(nearest_pair(body.rest_positions, part, joined));
      joined.insert(joined.end(), part.begin(), part.end());
    }
  }
  return ties;
}

}  // namespace retake
