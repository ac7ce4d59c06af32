#pragma once
#include <cstdint>
#include <vector>

#include "retake/numerics/linear_types.h"

namespace retake {

// Sums what the tet kernel leaves per tet into forces and the sparse lower triangle. For each
// destination the contributions are listed beforehand, in the order of the tets, so that threads
// never write to the same place and the sums come out the same for any number of them.
//
// Bytes, per tet: 624 of blocks and 96 of forces read again, 14 list entries of 4; per 3x3 block of
// the result 72 written. For 48k tets and 13k vertices 35 MB + 3 MB + 6 MB a call.
class TetAssembly {
 public:
  // `tets`: 4 x e, each column ascending, so that a block of local vertices (a, b), a > b, always
  // lies below the diagonal and never has to be transposed.
  TetAssembly(const Eigen::Matrix4Xi& tets, int vertex_count);

  // The 3n x 3n lower triangle, all values zero.
  SparseMatrix pattern() const;

  // Layouts as in tet_kernel.h; `values` in the order of pattern().
  void sum_stiffness(const double* tet_stiffness, double* values) const;
  void sum_forces(const double* tet_forces, double* forces) const;

 private:
  void sum_column(int vertex, const double* tet_stiffness, double* values) const;

  int vertex_count_;
  std::vector<int> column_begin_;  // per vertex: its first block; one more at the end
  std::vector<int> row_;           // per block: row vertex; the first is the diagonal
  std::vector<int> block_begin_;   // per block: its first contribution; one more at the end
  std::vector<std::uint32_t> block_parts_;   // per contribution: where it starts in tet_stiffness
  std::vector<int> corner_begin_;            // per vertex: its first contribution; one more
  std::vector<std::uint32_t> corner_parts_;  // where it starts in tet_forces
};

}  // namespace retake
