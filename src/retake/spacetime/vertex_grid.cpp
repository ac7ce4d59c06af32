#include "retake/spacetime/vertex_grid.h"

#include <bit>
#include <numeric>

namespace retake {

// A sum of coordinates times large odd numbers, its high bits mixed into the low ones (Teschner et
// al. 2003 use primes in the same way).
std::size_t VertexGrid::bucket_of(const Cell& cell) const {
  std::uint64_t mix = static_cast<std::uint64_t>(cell[0]) * 0x9E3779B97F4A7C15u +
                      static_cast<std::uint64_t>(cell[1]) * 0xC2B2AE3D27D4EB4Fu +
                      static_cast<std::uint64_t>(cell[2]) * 0x165667B19E3779F9u;
  mix ^= mix >> 32;
  return mix & (begin_.size() - 2);
}

VertexGrid::VertexGrid(const Points& positions, const std::vector<int>& vertices, double cell)
    : positions_(positions),
      cell_(cell),
      begin_(std::bit_ceil(vertices.size() + 1) + 1, 0),
      sorted_(vertices.size()) {
  std::vector<std::size_t> buckets(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    buckets[i] = bucket_of(cell_of(positions.col(vertices[i])));
    ++begin_[buckets[i] + 1];
  }
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for (std::size_t i = 0; i < vertices.size(); ++i) sorted_[next[buckets[i]]++] = vertices[i];
}

}  // namespace retake
