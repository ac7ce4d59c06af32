#include "retake/numerics/banded_cholesky.h"

#include <algorithm>
#include <cassert>
#include <sstream>

#include "retake/numerics/banded_kernel.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"

namespace retake {

namespace {

// Of 240 unknowns and bandwidth 2, L of this many systems is 184 KB.
constexpr int systems_per_block = 32;

int block_count(const BandedSystems& systems) {
  return (systems.system_count() + systems_per_block - 1) / systems_per_block;
}

BandedBlock block_of(const BandedSystems& systems, int first) {
  return {.half_bandwidth = systems.half_bandwidth,
          .unknowns = systems.unknown_count(),
          .stride = systems.system_count(),
          .systems = std::min(systems_per_block, systems.system_count() - first)};
}

}  // namespace

BandedCholesky::BandedCholesky(BandedSystems systems)
    : factor_(std::move(systems)), smallest_pivots_(factor_.system_count()) {
  const auto kernel = RETAKE_PICK_ISA(factor_banded);
  parallel_for(block_count(factor_), [&](std::ptrdiff_t block) {
    const auto first = static_cast<int>(block) * systems_per_block;
    kernel(block_of(factor_, first), factor_.bands.data() + first, smallest_pivots_.data() + first);
  });
}

void BandedCholesky::require_positive_definite() const {
  for (int k = 0; k < system_count(); ++k) {
    if (smallest_pivots_[k] > 0) continue;
    std::ostringstream found;
    found << "a pivot of " << smallest_pivots_[k] << " times the diagonal entry";
    throw SolveError(
        {.what = "a banded system is not positive definite",
         .where = "system " + std::to_string(k) + " of " + std::to_string(system_count()),
         .expected = "pivots above 0",
         .found = found.str()});
  }
}

void BandedCholesky::solve_in_place(const std::vector<double*>& right_hand_sides) const {
  const auto kernel = RETAKE_PICK_ISA(solve_banded);
  parallel_for(block_count(factor_), [&](std::ptrdiff_t block) {
    const auto first = static_cast<int>(block) * systems_per_block;
    for (double* b : right_hand_sides)
      kernel(block_of(factor_, first), factor_.bands.data() + first, b + first);
  });
}

MatX BandedCholesky::solve(MatX B) const {
  assert(B.rows() == system_count() && B.cols() == unknown_count());
  solve_in_place({B.data()});
  return B;
}

std::vector<MatX> BandedCholesky::solve(std::vector<MatX> right_hand_sides) const {
  std::vector<double*> data;
  for (MatX& B : right_hand_sides) {
    assert(B.rows() == system_count() && B.cols() == unknown_count());
    data.push_back(B.data());
  }
  solve_in_place(data);
  return right_hand_sides;
}

}  // namespace retake
