#include "retake/spacetime/held_directions.h"

#include <Eigen/Eigenvalues>

namespace retake {

namespace {

struct RowRange {
  Eigen::Index first = 0, count = 0;
};

std::vector<RowRange> rows_of_wishes(const HandleEquations& equations) {
  std::vector<RowRange> ranges(equations.may_free.size());
  for (std::size_t i = 0; i < equations.wish_of_row.size(); ++i) {
    RowRange& range = ranges[static_cast<std::size_t>(equations.wish_of_row[i])];
    if (range.count++ == 0) range.first = static_cast<Eigen::Index>(i);
  }
  return ranges;
}

}  // namespace

HeldDirections hold_directions(const MatX& K, const HandleEquations& equations, double stiff_ratio,
                               const std::vector<char>& locked) {
  HeldDirections held;
  std::vector<VecX> kept_rows;
  const std::vector<RowRange> ranges = rows_of_wishes(equations);
  for (std::size_t w = 0; w < ranges.size(); ++w) {
    const auto [first, count] = ranges[w];
    const Eigen::SelfAdjointEigenSolver<MatX> eigen(K.block(first, first, count, count));
    Eigen::Index freed = 0;
    if (equations.may_free[w] != 0 && locked[w] == 0) {
      const double softest = eigen.eigenvalues()[count - 1];
      while (freed < count - 1 && eigen.eigenvalues()[freed] < stiff_ratio * softest) ++freed;
    }
    held.freed.push_back(eigen.eigenvectors().leftCols(freed));
    for (Eigen::Index c = freed; c < count; ++c) {
      VecX row = VecX::Zero(equations.rows.rows());
      row.segment(first, count) = eigen.eigenvectors().col(c);
      kept_rows.push_back(row);
    }
  }
  held.kept.resize(static_cast<Eigen::Index>(kept_rows.size()), equations.rows.rows());
  for (std::size_t i = 0; i < kept_rows.size(); ++i) {
    held.kept.row(static_cast<Eigen::Index>(i)) = kept_rows[i].transpose();
  }
  return held;
}

std::vector<char> wishes_along_freed(const HeldDirections& directions,
                                     const HandleEquations& equations, const VecX& way,
                                     double least, double part) {
  std::vector<char> along(directions.freed.size(), 0);
  const std::vector<RowRange> ranges = rows_of_wishes(equations);
  for (std::size_t w = 0; w < ranges.size(); ++w) {
    const VecX of_wish = way.segment(ranges[w].first, ranges[w].count);
    const double freed = (directions.freed[w].transpose() * of_wish).norm();
    along[w] = freed > least && freed >= part * of_wish.norm() ? 1 : 0;
  }
  return along;
}

Eigen::Matrix3Xd ways_in_space(const HandleEquations& equations, const VecX& way) {
  const std::vector<RowRange> ranges = rows_of_wishes(equations);
  Eigen::Matrix3Xd ways = Eigen::Matrix3Xd::Zero(3, std::ssize(ranges));
  for (std::size_t w = 0; w < ranges.size(); ++w) {
    const auto [first, count] = ranges[w];
    const VecX moved =
        equations.rows.middleRows(first, count).transpose() * way.segment(first, count);
    ways.col(static_cast<Eigen::Index>(w)) = moved.reshaped(3, moved.size() / 3).rowwise().sum();
  }
  return ways;
}

VecX lengths_by_wish(const HandleEquations& equations, const VecX& way) {
  const std::vector<RowRange> ranges = rows_of_wishes(equations);
  VecX lengths(std::ssize(ranges));
  for (std::size_t w = 0; w < ranges.size(); ++w) {
    lengths[static_cast<Eigen::Index>(w)] = way.segment(ranges[w].first, ranges[w].count).norm();
  }
  return lengths;
}

std::size_t farthest_locked(const HandleEquations& equations, const VecX& misses,
                            const std::vector<char>& locked) {
  const VecX lengths = lengths_by_wish(equations, misses);
  std::size_t farthest = 0;
  double most = -1;
  for (std::size_t w = 0; w < locked.size(); ++w) {
    const double miss = lengths[static_cast<Eigen::Index>(w)];
    if (locked[w] == 0 || miss <= most) continue;
    most = miss;
    farthest = w;
  }
  return farthest;
}

}  // namespace retake
