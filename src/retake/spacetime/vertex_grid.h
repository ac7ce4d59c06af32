#pragma once
#include <cstdint>
#include <vector>

#include "retake/numerics/linear_types.h"

namespace retake {

// Points sorted into the cells of a uniform grid, so that the few within a small box are found
// without looking at the others. Cells are hashed: space may be as large as it likes.
class VertexGrid {
 public:
  // Keeps a reference to the positions.
  VertexGrid(const Points& positions, const std::vector<int>& vertices, double cell);

  // Calls visit(vertex) for the vertices inside of the box; perhaps more than once for each.
  template <class Visit>
  void visit_box(const Vec3& low, const Vec3& high, const Visit& visit) const {
    const Cell first = cell_of(low), last = cell_of(high);
    const Vec3 cells = ((high - low) / cell_).array() + 1;
    if (cells.prod() > static_cast<double>(sorted_.size())) {
      visit_range(0, sorted_.size(), low, high, visit);
      return;
    }
    for (std::int64_t x = first[0]; x <= last[0]; ++x)
      for (std::int64_t y = first[1]; y <= last[1]; ++y)
        for (std::int64_t z = first[2]; z <= last[2]; ++z) {
          const std::size_t bucket = bucket_of({x, y, z});
          visit_range(begin_[bucket], begin_[bucket + 1], low, high, visit);
        }
  }

 private:
  using Cell = Eigen::Matrix<std::int64_t, 3, 1>;

  Cell cell_of(const Vec3& point) const {
    constexpr double end_of_space = 1e15;  // cells; farther ones would not fit the numbers
    return (point / cell_)
        .array()
        .floor()
        .max(-end_of_space)
        .min(end_of_space)
        .cast<std::int64_t>();
  }
  std::size_t bucket_of(const Cell& cell) const;

  template <class Visit>
  void visit_range(std::size_t begin, std::size_t end, const Vec3& low, const Vec3& high,
                   const Visit& visit) const {
    for (std::size_t i = begin; i < end; ++i) {
      const auto point = positions_.col(sorted_[i]).array();
      if ((point >= low.array()).all() && (point <= high.array()).all()) visit(sorted_[i]);
    }
  }

  const Points& positions_;
  double cell_;                     // m
  std::vector<std::size_t> begin_;  // of each bucket in sorted_, and the end
  std::vector<int> sorted_;         // vertices by bucket
};

}  // namespace retake
