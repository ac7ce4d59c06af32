#include "retake/elasticity/tet_assembly.h"

#include <algorithm>

#include "retake/numerics/parallel_for.h"

namespace retake {

namespace {

constexpr int tets_per_chunk = batches_per_chunk * batch_lanes;

int chunks_of(const Eigen::Matrix4Xi& tets) {
  return (static_cast<int>(tets.cols()) + tets_per_chunk - 1) / tets_per_chunk;
}

// Number `offset` of `size` numbers of a tet, in the buffer of its chunk.
ChunkedPart part_of(int tet, int offset, int size, int destination) {
  const int place = tet % tets_per_chunk;
  const int start = (place / batch_lanes * size + offset) * batch_lanes + place % batch_lanes;
  return {tet / tets_per_chunk, destination, static_cast<std::uint32_t>(start)};
}

// For each vertex (column), the vertices below or on the diagonal that share a tet with it.
std::vector<std::vector<int>> rows_of_columns(const Eigen::Matrix4Xi& tets, int vertex_count) {
  std::vector<std::vector<int>> rows(static_cast<std::size_t>(vertex_count));
  for (int v = 0; v < vertex_count; ++v) rows[static_cast<std::size_t>(v)].push_back(v);
  for (const auto& tet : tets.colwise())
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < a; ++b) rows[static_cast<std::size_t>(tet[b])].push_back(tet[a]);
  for (auto& column : rows) {
    std::sort(column.begin(), column.end());
    column.erase(std::unique(column.begin(), column.end()), column.end());
  }
  return rows;
}

// Sums the parts of each slot of a chunk, `count` numbers from each, batch_lanes apart.
template <int count, int stride>
void sum_slot(const ChunkedSum& sum, int slot, const double* buffer, double* slots) {
  double total[count] = {};
  for (int i = sum.slot_begin[slot]; i < sum.slot_begin[slot + 1]; ++i)
    for (int k = 0; k < count; ++k) total[k] += buffer[sum.part[i] + k * batch_lanes];
  for (int k = 0; k < count; ++k) slots[static_cast<std::ptrdiff_t>(slot) * stride + k] = total[k];
}

}  // namespace

TetAssembly::TetAssembly(const Eigen::Matrix4Xi& tets, int vertex_count)
    : vertex_count_(vertex_count) {
  for (const auto& column : rows_of_columns(tets, vertex_count)) {
    column_begin_.push_back(static_cast<int>(row_.size()));
    row_.insert(row_.end(), column.begin(), column.end());
  }
  column_begin_.push_back(static_cast<int>(row_.size()));

  std::vector<ChunkedPart> corners, blocks;
  for (int t = 0; t < tets.cols(); ++t) {
    for (int a = 0; a < 4; ++a) {
      corners.push_back(part_of(t, 3 * a, tet_force_size, tets(a, t)));
      for (int b = 0; b <= a; ++b) {
        const auto column = row_.begin() + column_begin_[tets(b, t)];
        const auto column_end = row_.begin() + column_begin_[tets(b, t) + 1];
        const auto block = std::lower_bound(column, column_end, tets(a, t)) - row_.begin();
        blocks.push_back(
            part_of(t, tet_block_offset(a, b), tet_stiffness_size, static_cast<int>(block)));
      }
    }
  }
  forces_ = make_chunked_sum(std::move(corners), chunks_of(tets), vertex_count);
  blocks_ = make_chunked_sum(std::move(blocks), chunks_of(tets), static_cast<int>(row_.size()));
  force_slots_.resize(3 * static_cast<std::size_t>(forces_.slot_count()));
  block_slots_.resize(9 * static_cast<std::size_t>(blocks_.slot_count()));
}

void TetAssembly::add_forces(int chunk, const double* tet_forces) {
  for (int slot = forces_.chunk_begin[chunk]; slot < forces_.chunk_begin[chunk + 1]; ++slot)
    sum_slot<3, 3>(forces_, slot, tet_forces, force_slots_.data());
}

// Slots of diagonal blocks use the first 6 of their 9 numbers. The 9 of the others are read for
// them as well, which is harmless (the block that follows) and spares a branch.
void TetAssembly::add_stiffness(int chunk, const double* tet_stiffness) {
  for (int slot = blocks_.chunk_begin[chunk]; slot < blocks_.chunk_begin[chunk + 1]; ++slot)
    sum_slot<9, 9>(blocks_, slot, tet_stiffness, block_slots_.data());
}

void TetAssembly::finish_forces(double* forces) const {
  parallel_for(
      vertex_count_,
      [&](std::ptrdiff_t v) {
        double total[3] = {};
        for (int i = forces_.destination_begin[v]; i < forces_.destination_begin[v + 1]; ++i)
          for (int axis = 0; axis < 3; ++axis)
            total[axis] += force_slots_[3 * static_cast<std::size_t>(forces_.slot[i]) + axis];
        for (int axis = 0; axis < 3; ++axis) forces[3 * v + axis] = total[axis];
      },
      512);
}

// The three columns of a vertex lie one after the other in `values`; the second lacks one and the
// third two entries above the diagonal.
void TetAssembly::finish_stiffness(double* values) const {
  const auto sum_block = [&](int block, double* total) {
    for (int i = blocks_.destination_begin[block]; i < blocks_.destination_begin[block + 1]; ++i) {
      const double* slot = block_slots_.data() + 9 * static_cast<std::size_t>(blocks_.slot[i]);
      for (int k = 0; k < 9; ++k) total[k] += slot[k];
    }
  };
  const auto sum_column = [&](std::ptrdiff_t vertex) {
    const int first = column_begin_[vertex], last = column_begin_[vertex + 1];
    double* column[3];  // where row 0 of the diagonal block would be
    column[0] = values + 9 * static_cast<std::ptrdiff_t>(first) - 3 * vertex;
    column[1] = column[0] + 3 * (last - first) - 1;
    column[2] = column[1] + 3 * (last - first) - 2;
    double diagonal[9] = {};
    sum_block(first, diagonal);
    for (int c = 0, k = 0; c < 3; ++c)
      for (int r = c; r < 3; ++r) column[c][r] = diagonal[k++];
    for (int block = first + 1; block < last; ++block) {
      double total[9] = {};
      sum_block(block, total);
      for (int k = 0; k < 9; ++k) column[k / 3][3 * (block - first) + k % 3] = total[k];
    }
  };
  parallel_for(vertex_count_, sum_column, 128);
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

}  // namespace retake
