#include "retake/elasticity/tet_assembly.h"

#include <algorithm>
#include <cassert>
#include <tuple>

#include "retake/elasticity/tet_kernel.h"
#include "retake/numerics/parallel_for.h"

namespace retake {

namespace {

// One tet's part of the block (row, column), or of the force on vertex `column` (row 0).
struct Part {
  int column, row;
  std::uint32_t start;  // in the kernel's output
  friend bool operator<(const Part& a, const Part& b) {
    return std::tie(a.column, a.row, a.start) < std::tie(b.column, b.row, b.start);
  }
};

// Start of number `offset` of a tet, among `size` numbers per tet.
std::uint32_t start_of(Eigen::Index tet, int offset, int size) {
  return static_cast<std::uint32_t>((tet / batch_lanes * size + offset) * batch_lanes +
                                    tet % batch_lanes);
}

std::vector<Part> block_parts(const Eigen::Matrix4Xi& tets) {
  std::vector<Part> parts;
  parts.reserve(static_cast<std::size_t>(tets.cols()) * 10);
  for (Eigen::Index t = 0; t < tets.cols(); ++t)
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b <= a; ++b)
        parts.push_back(
            {tets(b, t), tets(a, t), start_of(t, tet_block_offset(a, b), tet_stiffness_size)});
  std::sort(parts.begin(), parts.end());
  return parts;
}

std::vector<Part> corner_parts(const Eigen::Matrix4Xi& tets) {
  std::vector<Part> parts;
  parts.reserve(static_cast<std::size_t>(tets.cols()) * 4);
  for (Eigen::Index t = 0; t < tets.cols(); ++t)
    for (int a = 0; a < 4; ++a)
      parts.push_back({tets(a, t), 0, start_of(t, 3 * a, tet_force_size)});
  std::sort(parts.begin(), parts.end());
  return parts;
}

}  // namespace

TetAssembly::TetAssembly(const Eigen::Matrix4Xi& tets, int vertex_count)
    : vertex_count_(vertex_count) {
  const std::vector<Part> blocks = block_parts(tets);
  std::size_t next = 0;
  for (int column = 0; column < vertex_count; ++column) {
    column_begin_.push_back(static_cast<int>(row_.size()));
    const bool lonely = next == blocks.size() || blocks[next].column != column;
    if (lonely) {  // a vertex of no tet keeps an empty diagonal block
      row_.push_back(column);
      block_begin_.push_back(static_cast<int>(next));
    }
    for (; next < blocks.size() && blocks[next].column == column; ++next) {
      if (static_cast<int>(row_.size()) == column_begin_.back() ||
          row_.back() != blocks[next].row) {
        row_.push_back(blocks[next].row);
        block_begin_.push_back(static_cast<int>(next));
      }
      block_parts_.push_back(blocks[next].start);
    }
  }
  column_begin_.push_back(static_cast<int>(row_.size()));
  block_begin_.push_back(static_cast<int>(blocks.size()));

  const std::vector<Part> corners = corner_parts(tets);
  next = 0;
  for (int vertex = 0; vertex < vertex_count; ++vertex) {
    corner_begin_.push_back(static_cast<int>(next));
    for (; next < corners.size() && corners[next].column == vertex; ++next)
      corner_parts_.push_back(corners[next].start);
  }
  corner_begin_.push_back(static_cast<int>(corners.size()));
}

SparseMatrix TetAssembly::pattern() const {
  SparseMatrix lower(3 * vertex_count_, 3 * vertex_count_);
  lower.resizeNonZeros(9 * static_cast<Eigen::Index>(row_.size()) - 3 * vertex_count_);
  int number = 0;
  for (int v = 0; v < vertex_count_; ++v) {
    for (int c = 0; c < 3; ++c) {
      lower.outerIndexPtr()[3 * v + c] = number;
      for (int block = column_begin_[v]; block < column_begin_[v + 1]; ++block)
        for (int r = row_[block] == v ? c : 0; r < 3; ++r)
          lower.innerIndexPtr()[number++] = 3 * row_[block] + r;
    }
  }
  lower.outerIndexPtr()[3 * vertex_count_] = number;
  std::fill(lower.valuePtr(), lower.valuePtr() + number, 0.0);
  return lower;
}

// The three columns of a vertex lie one after the other in `values`; the first lacks nothing, the
// second one and the third two entries above the diagonal.
void TetAssembly::sum_column(int vertex, const double* tet_stiffness, double* values) const {
  const int first = column_begin_[vertex], last = column_begin_[vertex + 1];
  const std::ptrdiff_t height = 3 * (last - first);
  double* column[3];
  column[0] = values + 9 * static_cast<std::ptrdiff_t>(first) - 3 * vertex;
  column[1] = column[0] + height - 1;  // as if it had a row above the diagonal
  column[2] = column[1] + height - 2;
  double diagonal[6] = {};
  for (int i = block_begin_[first]; i < block_begin_[first + 1]; ++i)
    for (int k = 0; k < 6; ++k) diagonal[k] += tet_stiffness[block_parts_[i] + k * batch_lanes];
  for (int c = 0, k = 0; c < 3; ++c)
    for (int r = c; r < 3; ++r) column[c][r] = diagonal[k++];
  for (int block = first + 1; block < last; ++block) {
    double sum[9] = {};
    for (int i = block_begin_[block]; i < block_begin_[block + 1]; ++i)
      for (int k = 0; k < 9; ++k) sum[k] += tet_stiffness[block_parts_[i] + k * batch_lanes];
    for (int k = 0; k < 9; ++k) column[k / 3][3 * (block - first) + k % 3] = sum[k];
  }
}

void TetAssembly::sum_stiffness(const double* tet_stiffness, double* values) const {
  parallel_for(
      vertex_count_,
      [&](std::ptrdiff_t v) { sum_column(static_cast<int>(v), tet_stiffness, values); }, 64);
}

void TetAssembly::sum_forces(const double* tet_forces, double* forces) const {
  parallel_for(
      vertex_count_,
      [&](std::ptrdiff_t v) {
        double sum[3] = {};
        for (int i = corner_begin_[v]; i < corner_begin_[v + 1]; ++i)
          for (int axis = 0; axis < 3; ++axis)
            sum[axis] += tet_forces[corner_parts_[i] + axis * batch_lanes];
        for (int axis = 0; axis < 3; ++axis) forces[3 * v + axis] = sum[axis];
      },
      256);
}

}  // namespace retake
