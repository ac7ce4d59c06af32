#pragma once
#include <vector>

#include "retake/numerics/linear_types.h"

namespace retake {

// Sums what stencils (elements of a few vertices each) contribute into forces and a sparse
// Hessian of fixed pattern. Stencils write into slots of their own, on all threads; each vertex
// and each block then adds up its slots in the order of the stencils, so that the result is the
// same for any number of threads.
class StencilAssembly {
 public:
  // stencils[s]: the vertices of stencil s, in [0, vertex_count).
  StencilAssembly(int vertex_count, const std::vector<std::vector<int>>& stencils);

  // Where stencil s writes: vertex slots first_slot(s) + a, and for b <= a the 3 x 3 block
  // d²E / dx_a dx_b into block slot first_block(s) + a (a + 1) / 2 + b.
  std::ptrdiff_t first_slot(std::size_t s) const { return first_slot_[s]; }
  std::ptrdiff_t first_block(std::size_t s) const { return first_block_[s]; }
  Points& slots() { return slots_; }
  std::vector<Mat3>& blocks() { return blocks_; }

  // A zero matrix with the pattern of the sum: 3n x 3n, lower triangle. Every vertex has its
  // diagonal block, also one that no stencil holds.
  const SparseMatrix& pattern() const { return pattern_; }

  Points sum_of_slots() const;
  void sum_blocks_into(SparseMatrix& lower) const;

 private:
  struct Source {
    std::ptrdiff_t block;
    bool transposed;
  };

  void find_slots(const std::vector<std::vector<int>>& stencils);
  void find_blocks(const std::vector<std::vector<int>>& stencils);
  void make_pattern();
  void write_column(std::ptrdiff_t vertex, double* values) const;

  std::ptrdiff_t vertex_count_;
  std::vector<std::ptrdiff_t> first_slot_, first_block_;
  Points slots_;
  std::vector<Mat3> blocks_;

  // Per vertex, its slots: slot_list_[slot_begin_[v] .. slot_begin_[v + 1]).
  std::vector<std::size_t> slot_begin_;
  std::vector<std::ptrdiff_t> slot_list_;
  // Per vertex j, the blocks (i, j) of its column, i ascending from j; per block, its sources.
  std::vector<std::size_t> column_begin_;
  std::vector<int> block_row_;
  std::vector<std::size_t> source_begin_;
  std::vector<Source> sources_;
  SparseMatrix pattern_;
};

}  // namespace retake
