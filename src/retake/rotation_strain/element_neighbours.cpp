#include "retake/rotation_strain/element_neighbours.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "retake/numerics/isa.h"

namespace retake {

namespace {

struct Side {
  std::array<int, 3> vertices;  // ascending; of an edge the first is -1
  int element;
};

std::vector<Side> sides_of(const ElementGeometry& geometry) {
  const int corners = geometry.shell ? 3 : 4;
  std::vector<Side> sides;
  sides.reserve(static_cast<std::size_t>(corners * geometry.element_count));
  for (int place = 0; place < geometry.element_count; ++place) {
    const int* vertices = geometry.vertices.data() +
                          static_cast<std::ptrdiff_t>(place / batch_lanes) * 4 * batch_lanes +
                          place % batch_lanes;
    for (int left_out = 0; left_out < corners; ++left_out) {
      Side side{{-1, -1, -1}, place};
      for (int corner = 0, at = 4 - corners; corner < corners; ++corner) {
        if (corner == left_out) continue;
        side.vertices[static_cast<std::size_t>(at++)] = vertices[corner * batch_lanes];
      }
      std::sort(side.vertices.begin(), side.vertices.end());
      sides.push_back(side);
    }
  }
  return sides;
}

}  // namespace

ElementNeighbours find_neighbours(const ElementGeometry& geometry) {
  std::vector<Side> sides = sides_of(geometry);
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::tie(a.vertices, a.element) < std::tie(b.vertices, b.element);
  });
  std::vector<std::array<int, 2>> pairs;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    for (std::size_t j = i + 1; j < sides.size() && sides[j].vertices == sides[i].vertices; ++j) {
      pairs.push_back({sides[i].element, sides[j].element});
      pairs.push_back({sides[j].element, sides[i].element});
    }
  }
  std::sort(pairs.begin(), pairs.end());
  ElementNeighbours neighbours;
  neighbours.begin.assign(static_cast<std::size_t>(geometry.element_count) + 1, 0);
  for (const auto& [element, other] : pairs) {
    ++neighbours.begin[static_cast<std::size_t>(element) + 1];
    neighbours.of.push_back(other);
  }
  for (std::size_t i = 1; i < neighbours.begin.size(); ++i) {
    neighbours.begin[i] += neighbours.begin[i - 1];
  }
  return neighbours;
}

}  // namespace retake
