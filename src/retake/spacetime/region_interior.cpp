#include "retake/spacetime/region_interior.h"

#include <cmath>

#include "retake/elasticity/interior.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"

namespace retake {

namespace {

using KeptMarks = std::vector<char>;

KeptMarks nodes_that_may_move(const Body& whole, const std::vector<bool>& region) {
  const Interior& interior = *whole.interior;
  KeptMarks may_move(static_cast<std::size_t>(interior.rest_positions.cols()), 0);
  parallel_for(
      interior.rest_positions.cols(),
      [&](std::ptrdiff_t node) {
        Eigen::Index nearest = 0;
        (whole.rest_positions.colwise() - interior.rest_positions.col(node))
            .colwise()
            .squaredNorm()
            .minCoeff(&nearest);
        may_move[static_cast<std::size_t>(node)] = region[static_cast<std::size_t>(nearest)];
      },
      16);
  for (int v = 0; v < whole.vertex_count(); ++v) {
    if (region[static_cast<std::size_t>(v)]) continue;
    for (int k = 0; k < 4; ++k) {
      if (std::abs(interior.surface.weights(k, v)) < no_weight) continue;
      may_move[static_cast<std::size_t>(interior.surface.vertices(k, v))] = 0;
    }
  }
  for (const int pin : interior.pins) may_move[static_cast<std::size_t>(pin)] = 0;
  return may_move;
}

KeptMarks nodes_that_carry(const Interior& interior, const std::vector<int>& vertices) {
  KeptMarks carry(static_cast<std::size_t>(interior.rest_positions.cols()), 0);
  for (const int v : vertices) {
    for (const int node : interior.surface.vertices.col(v))
      carry[static_cast<std::size_t>(node)] = 1;
  }
  return carry;
}

bool moves_a_vertex(const Interior& interior, const KeptMarks& may_move) {
  for (Eigen::Index v = 0; v < interior.surface.vertices.cols(); ++v) {
    for (int k = 0; k < 4; ++k) {
      const auto node = static_cast<std::size_t>(interior.surface.vertices(k, v));
      if (may_move[node] && std::abs(interior.surface.weights(k, v)) >= no_weight) return true;
    }
  }
  return false;
}

// Around the nodes that may move, and those that only carry vertices of the part.
std::vector<int> chosen_tets(const Interior& interior, const KeptMarks& may_move,
                             const KeptMarks& carry) {
  std::vector<int> chosen;
  for (int t = 0; t < interior.tets.cols(); ++t) {
    bool moves = false, carries = true;
    for (const int node : interior.tets.col(t)) {
      moves = moves || may_move[static_cast<std::size_t>(node)];
      carries = carries && carry[static_cast<std::size_t>(node)];
    }
    if (moves || carries) chosen.push_back(t);
  }
  return chosen;
}

}  // namespace

RegionInterior region_interior(const Body& whole, const std::vector<bool>& region,
                               const std::vector<int>& vertices) {
  const Interior& interior = *whole.interior;
  const KeptMarks may_move = nodes_that_may_move(whole, region);
  if (!moves_a_vertex(interior, may_move)) {
    throw InputError({.what = "the region is smaller than the tets inside of the body",
                      .where = "region of body '" + whole.name + "'",
                      .advice = "choose a larger region, or import the surface with smaller tets"});
  }
  KeptMarks used = nodes_that_carry(interior, vertices);
  RegionInterior part;
  part.tets = chosen_tets(interior, may_move, used);
  for (const int t : part.tets) {
    for (const int node : interior.tets.col(t)) used[static_cast<std::size_t>(node)] = 1;
  }
  std::vector<int> nodes, number(used.size(), -1);
  for (std::size_t node = 0; node < used.size(); ++node) {
    if (!used[node]) continue;
    number[node] = static_cast<int>(nodes.size());
    if (!may_move[node]) part.interior.pins.push_back(number[node]);
    nodes.push_back(static_cast<int>(node));
  }
  const auto renumber = [&](int node) { return number[static_cast<std::size_t>(node)]; };
  part.interior.rest_positions = interior.rest_positions(Eigen::all, nodes);
  part.interior.tets = interior.tets(Eigen::all, part.tets).unaryExpr(renumber);
  part.interior.surface.vertices =
      interior.surface.vertices(Eigen::all, vertices).unaryExpr(renumber);
  part.interior.surface.weights = interior.surface.weights(Eigen::all, vertices);
  part.interior.fill = interior.fill;
  return part;
}

}  // namespace retake
