#pragma once
#include <vector>

#include "retake/numerics/linear_types.h"

namespace retake {

// Wishes that may push but never pull (obstacles), beside wishes that hold both ways. With the
// compliance A, the small matrix S = C A Cᵀ + Σ and the edit z = A Cᵀ mu,
//   minimize  ½ muᵀ S mu - dᵀ mu   where  mu_i >= 0  for rows flagged `at_least`:
// its answer has C z = d in plain rows, and in the flagged ones C z >= d with mu_i > 0 only where
// the row is met exactly (soft rows: up to Σ mu).
struct OneSidedProblem {
  MatX S;                      // c x c, symmetric positive semi-definite
  VecX d;                      // c
  std::vector<bool> at_least;  // c
};

struct OneSidedOptions {
  // Both relative to rows scaled to S_ii = 1.
  double violation = 1e-12;   // of the largest |d|: a flagged row below it counts as met
  double dependence = 1e-10;  // what a row adds beyond the held ones; below it the row is dependent
  int max_changes = 0;        // of the set of held rows; 0: 20 for each row and 100 more

  void validate() const;
};

struct OneSidedResult {
  VecX multipliers;         // mu, c
  std::vector<int> active;  // rows that are held exactly, ascending; flagged ones among them push
  // Rows that cannot be met together with the others, whatever mu is: they contradict each other,
  // or nothing moves them at all (S_ii = 0). The others are met as if these were not there.
  std::vector<int> unmet;
  int iterations = 0;      // changes of the set of held rows
  bool converged = false;  // false: max_changes was reached; mu is feasible and better than 0
};

// Dual active set of Goldfarb and Idnani (1983), in the small matrix alone: rows are taken in one
// at a time, the most violated first; flagged ones whose multiplier falls to 0 on the way are let
// go. Each row that is taken in lowers the cost, so that no set of rows comes twice. A change costs
// O(c²): the Cholesky factor of the held rows is kept up to date by rotations.
//
// Throws InputError for sizes that do not fit and numbers that are not finite.
OneSidedResult solve_one_sided_rows(const OneSidedProblem& problem,
                                    const OneSidedOptions& options = {});

}  // namespace retake
