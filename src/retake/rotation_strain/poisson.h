#pragma once
#include <optional>
#include <span>
#include <vector>

#include "retake/numerics/float_solver.h"
#include "retake/rotation_strain/element_geometry.h"
#include "retake/rotation_strain/warp.h"

namespace retake {

// L = Gᵀ V G, the Laplacian of the body's elements at rest (n x n, the same for x, y and z; with
// surface_ties() as springs), and its inverse. Pins do not move. A piece without pins leaves L
// singular: one of its vertices is held and the piece then shifted to where its centre of mass
// shall be.
class PoissonSystem {
 public:
  explicit PoissonSystem(const Body& body);

  // A piece of the body without pins.
  struct FreePiece {
    std::vector<int> vertices;
    std::vector<double> share;  // of the piece's mass, sum 1
  };
  const std::vector<FreePiece>& free_pieces() const { return free_pieces_; }
  int free_piece_of(int vertex) const {  // -1: the piece has pins
    return piece_of_vertex_[static_cast<std::size_t>(vertex)];
  }

  // Row of a vertex among the unknowns; -1 for vertices that are held.
  const std::vector<int>& row_of_vertex() const { return row_of_vertex_; }
  int row_count() const { return row_count_; }

  // L⁻¹ in place, single precision: for x, y, z, [row][3], and for 48 right-hand sides, [row][48].
  void solve(float* rows) const;
  void solve_wide(float* rows) const;

  // One column per point (n x count), ψ: the answer to the pull `weights` at its vertices, in
  // balance with each free piece's mass, and with no motion of its centre of mass. In double. A
  // column does not depend on the others that are solved in the same `Groups`.
  enum class Groups { small, large };  // cheap for up to three points; cheap per point
  MatX answers_to(std::span<const WeightedPoint> points, Groups groups) const;

 private:
  void number_vertices(const Body& body);
  MatX pulls_of(std::span<const WeightedPoint> points) const;
  MatX solve_unknowns(const MatX& sides, Groups groups) const;

  std::vector<FreePiece> free_pieces_;
  std::vector<int> piece_of_vertex_;
  std::vector<int> row_of_vertex_;
  int row_count_ = 0;
  std::vector<int> unknowns_;          // vertices that are not held, ascending
  SparseMatrix lower_;                 // L of the unknowns
  std::optional<FloatSolver> solver_;  // none where nothing can move
};

}  // namespace retake
