#pragma once
#include <vector>

#include "retake/numerics/supernodal_ldlt.h"

namespace retake {

// The linear system of a Newton step on the free vertices alone: held ones are left out of the
// matrix. Which entry of the full stiffness goes where, and the factorization's order and pattern,
// are found once.
class NewtonSystem {
 public:
  // `stiffness`: 3n x 3n, lower triangle, for its pattern, which holds all diagonal blocks.
  // held[v]: vertex v keeps its place; at least one does not.
  NewtonSystem(const SparseMatrix& stiffness, const std::vector<char>& held);

  const std::vector<int>& free_vertices() const { return free_vertices_; }

  // Matrix = the free part of `stiffness` + one symmetric 3 x 3 block per vertex (n of them).
  void assemble(const SparseMatrix& stiffness, const std::vector<Mat3>& vertex_blocks);
  // Matrix += scale x the free part of `stiffness`.
  void add(const SparseMatrix& stiffness, double scale);
  // True if the matrix is positive definite.
  bool factorize();
  // Solves for 3 x n right-hand sides; held vertices get zero.
  Points solve(const Points& right_hand_side) const;
  // The inverse's columns of the given vertices, three each: 3n x 3 count, zero where held.
  MatX inverse_columns(const std::vector<int>& vertices) const;

  double factor_nonzeros() const { return solver_.factor_nonzeros(); }

 private:
  std::vector<int> free_vertices_;
  std::vector<int> place_;                // of each vertex among the free ones, or -1
  std::vector<std::ptrdiff_t> source_;    // of each of the matrix's values, in the full stiffness
  std::vector<std::ptrdiff_t> diagonal_;  // 6 per free vertex: its lower triangle, by columns
  SparseMatrix matrix_;                   // lower triangle
  SupernodalLdlt solver_;
};

}  // namespace retake
