#include "retake/elasticity/shell_assembly.h"

#include <algorithm>
#include <tuple>

#include "retake/numerics/parallel_for.h"

namespace retake {

StencilAssembly::StencilAssembly(int vertex_count, const std::vector<std::vector<int>>& stencils)
    : vertex_count_(vertex_count) {
  std::ptrdiff_t slots = 0, blocks = 0;
  for (const std::vector<int>& stencil : stencils) {
    const auto size = static_cast<std::ptrdiff_t>(stencil.size());
    first_slot_.push_back(slots);
    first_block_.push_back(blocks);
    slots += size;
    blocks += size * (size + 1) / 2;
  }
  slots_.setZero(3, slots);
  blocks_.assign(static_cast<std::size_t>(blocks), Mat3::Zero());
  find_slots(stencils);
  find_blocks(stencils);
  make_pattern();
}

void StencilAssembly::find_slots(const std::vector<std::vector<int>>& stencils) {
  std::vector<std::vector<std::ptrdiff_t>> of_vertex(static_cast<std::size_t>(vertex_count_));
  std::ptrdiff_t slot = 0;
  for (const std::vector<int>& stencil : stencils) {
    for (const int vertex : stencil) of_vertex[static_cast<std::size_t>(vertex)].push_back(slot++);
  }
  slot_begin_.push_back(0);
  for (const auto& list : of_vertex) {
    slot_list_.insert(slot_list_.end(), list.begin(), list.end());
    slot_begin_.push_back(slot_list_.size());
  }
}

void StencilAssembly::find_blocks(const std::vector<std::vector<int>>& stencils) {
  struct Entry {
    int column, row;
    Source source;
  };
  std::vector<Entry> entries;
  std::ptrdiff_t block = 0;
  for (const std::vector<int>& stencil : stencils) {
    for (std::size_t a = 0; a < stencil.size(); ++a) {
      for (std::size_t b = 0; b <= a; ++b, ++block) {
        const auto [column, row] = std::minmax(stencil[a], stencil[b]);
        entries.push_back({column, row, {block, stencil[a] < stencil[b]}});
      }
    }
  }
  for (int v = 0; v < vertex_count_; ++v) entries.push_back({v, v, {-1, false}});
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.column, a.row, a.source.block) < std::tie(b.column, b.row, b.source.block);
  });

  int column = -1, row = -1;
  for (const Entry& entry : entries) {
    if (entry.column != column) column_begin_.push_back(block_row_.size());
    if (entry.column != column || entry.row != row) {
      block_row_.push_back(entry.row);
      source_begin_.push_back(sources_.size());
    }
    if (entry.source.block >= 0) sources_.push_back(entry.source);
    column = entry.column;
    row = entry.row;
  }
  column_begin_.push_back(block_row_.size());
  source_begin_.push_back(sources_.size());
}

void StencilAssembly::make_pattern() {
  pattern_.resize(3 * vertex_count_, 3 * vertex_count_);
  // Column c of a diagonal block keeps 3 - c rows, every other block 3.
  pattern_.reserve(static_cast<Eigen::Index>(9 * block_row_.size()));
  for (std::ptrdiff_t v = 0; v < vertex_count_; ++v) {
    for (int c = 0; c < 3; ++c) {
      pattern_.startVec(3 * v + c);
      for (std::size_t k = column_begin_[static_cast<std::size_t>(v)];
           k < column_begin_[static_cast<std::size_t>(v) + 1]; ++k) {
        for (int r = block_row_[k] == v ? c : 0; r < 3; ++r) {
          pattern_.insertBack(3 * block_row_[k] + r, 3 * v + c) = 0;
        }
      }
    }
  }
  pattern_.finalize();
}

Points StencilAssembly::sum_of_slots() const {
  Points sum(3, vertex_count_);
  parallel_for(
      vertex_count_,
      [&](std::ptrdiff_t v) {
        Vec3 total = Vec3::Zero();
        for (std::size_t k = slot_begin_[static_cast<std::size_t>(v)];
             k < slot_begin_[static_cast<std::size_t>(v) + 1]; ++k) {
          total += slots_.col(slot_list_[k]);
        }
        sum.col(v) = total;
      },
      256);
  return sum;
}

void StencilAssembly::write_column(std::ptrdiff_t vertex, double* values) const {
  const int* begin = pattern_.outerIndexPtr() + 3 * vertex;
  std::array<double*, 3> out = {values + begin[0], values + begin[1], values + begin[2]};
  for (std::size_t k = column_begin_[static_cast<std::size_t>(vertex)];
       k < column_begin_[static_cast<std::size_t>(vertex) + 1]; ++k) {
    Mat3 sum = Mat3::Zero();
    for (std::size_t s = source_begin_[k]; s < source_begin_[k + 1]; ++s) {
      const Mat3& block = blocks_[static_cast<std::size_t>(sources_[s].block)];
      if (sources_[s].transposed) {
        sum += block.transpose();
      } else {
        sum += block;
      }
    }
    for (int c = 0; c < 3; ++c) {
      for (int r = block_row_[k] == vertex ? c : 0; r < 3; ++r) {
        *out[static_cast<std::size_t>(c)]++ = sum(r, c);
      }
    }
  }
}

void StencilAssembly::sum_blocks_into(SparseMatrix& lower) const {
  double* values = lower.valuePtr();
  parallel_for(
      vertex_count_, [&](std::ptrdiff_t v) { write_column(v, values); }, 64);
}

}  // namespace retake
