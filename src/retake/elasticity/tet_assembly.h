#pragma once
#include <vector>

#include "retake/elasticity/chunked_sum.h"
#include "retake/elasticity/tet_kernel.h"
#include "retake/numerics/linear_types.h"

namespace retake {

// Tets per chunk, 32 batches: their blocks and forces are 369 KB and stay in the second-level cache
// between the kernel that writes them and the sum that reads them.
inline constexpr int batches_per_chunk = 32;

// Sums what the tet kernel leaves per tet into forces and the sparse lower triangle, chunk by chunk
// (see ChunkedSum). With neighbouring tets in neighbouring places, a chunk has about one slot per
// tet: 72 bytes of slots written and read again instead of 624 bytes of blocks.
class TetAssembly {
 public:
  // `tets`: 4 x e, each column ascending, so that a block of local vertices (a, b), a > b, always
  // lies below the diagonal and never has to be transposed.
  TetAssembly(const Eigen::Matrix4Xi& tets, int vertex_count);

  int chunk_count() const { return forces_.chunk_count(); }

  // First stage, for the kernel's output of one chunk. Different chunks may run at once.
  void add_forces(int chunk, const double* tet_forces);
  void add_stiffness(int chunk, const double* tet_stiffness);

  // Second stage, when all chunks are done.
  void finish_forces(double* forces) const;     // 3n
  void finish_stiffness(double* values) const;  // in the order of pattern()

  // The 3n x 3n lower triangle, all values zero.
  SparseMatrix pattern() const;

 private:
  int vertex_count_;
  std::vector<int> column_begin_;  // per vertex: the first block of its column; one more at the end
  std::vector<int> row_;           // per block: row vertex, ascending; the first is the diagonal
  ChunkedSum forces_;              // destinations: vertices
  ChunkedSum blocks_;              // destinations: blocks
  std::vector<double> force_slots_;  // [slot][3]
  std::vector<double> block_slots_;  // [slot][9], column by column; made when first needed
};

}  // namespace retake
