#pragma once
#include <vector>

#include "retake/numerics/linear_types.h"

namespace retake {

// Many independent symmetric positive definite systems of one size and one small bandwidth, side by
// side: r systems (say, modes) of T unknowns (frames). Every matrix here has a row per system, so
// that the systems of one unknown are neighbours in memory and fill the SIMD lanes.
struct BandedSystems {
  int half_bandwidth = 2;  // w: 1 tridiagonal, 2 pentadiagonal, ...
  // r x T(w+1): column t(w+1) + d holds A(t, t-d) of each system, d = 0 ... w. Entries with
  // t < d do not exist and are not read.
  MatX bands;

  BandedSystems(int systems, int unknowns, int half_bandwidth_)
      : half_bandwidth(half_bandwidth_),
        bands(MatX::Zero(systems, unknowns * (half_bandwidth_ + 1))) {}
  int system_count() const { return static_cast<int>(bands.rows()); }
  int unknown_count() const { return static_cast<int>(bands.cols()) / (half_bandwidth + 1); }
  // A(t, t-d) of all systems.
  auto entry(int t, int d) { return bands.col(t * (half_bandwidth + 1) + d); }
  auto entry(int t, int d) const { return bands.col(t * (half_bandwidth + 1) + d); }
};

// A = L D Lᵀ of each system, factored once, for many right-hand sides. Uses all threads; results do
// not depend on their number.
class BandedCholesky {
 public:
  explicit BandedCholesky(BandedSystems systems);

  int system_count() const { return factor_.system_count(); }
  int unknown_count() const { return factor_.unknown_count(); }

  // r: each system's smallest pivot, divided by the diagonal entry there. 1 where nothing was taken
  // off; zero or below (or NaN): that system is not positive definite.
  const VecX& smallest_pivots() const { return smallest_pivots_; }
  // Throws SolveError that names the first system which is not positive definite.
  void require_positive_definite() const;

  // X (r x T) with A X = B for each system: row k of X and B belongs to system k. Systems that are
  // not positive definite give numbers without meaning.
  MatX solve(MatX B) const;
  // Several right-hand sides, sharing the reading of L.
  std::vector<MatX> solve(std::vector<MatX> right_hand_sides) const;

 private:
  void solve_in_place(const std::vector<double*>& right_hand_sides) const;

  BandedSystems factor_;  // 1/D at d = 0, L below
  VecX smallest_pivots_;
};

}  // namespace retake
