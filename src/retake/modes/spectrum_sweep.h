#pragma once
#include <vector>

#include "retake/modes/block_lanczos.h"
#include "retake/modes/lowest_eigenpairs.h"

namespace retake {

// Goes up the spectrum shift by shift and gathers eigenpairs (internal to lowest_eigenpairs).
class SpectrumSweep {
 public:
  SpectrumSweep(const SparseMatrix& A, const MatX& nullspace, const EigenOptions& options,
                Progress& progress);

  // Finds at least the lowest `count` pairs and makes sure that none is missed below the last.
  void run();

  // The lowest `count` pairs; the sweep gives its memory away.
  EigenPairs take();

 private:
  int found() const { return static_cast<int>(values_.size()); }
  int found_below(double shift) const;
  int missing_below_shift() const;
  double sorted_value(int i) const {
    return values_[static_cast<std::size_t>(order_[static_cast<std::size_t>(i)])];
  }

  void sweep_up();
  double next_shift() const;
  void move_to(double shift);
  void move_back_while_too_much_is_missing();
  void search(int above);
  void search_half_way();
  void search_once(const LanczosGoal& goal);
  void count_all();
  double shift_above_last() const;
  MatX locked_vectors(double& lowest_value) const;
  void add(const RitzPairs& pairs);

  const MatX& nullspace_;
  EigenOptions options_;
  Progress& progress_;
  int size_;
  double scale_;  // about the largest eigenvalue
  ShiftInvert inverse_;
  std::vector<double> values_;  // as found
  std::vector<int> order_;      // order_[i]: column of the i-th lowest
  MatX vectors_;                // n x capacity, as found
  double complete_below_ = 0;   // no pair is missing below
  EigenReport report_;
  unsigned runs_ = 0;
};

}  // namespace retake
