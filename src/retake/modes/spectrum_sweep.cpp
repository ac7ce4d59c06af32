#include "retake/modes/spectrum_sweep.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "retake/numerics/errors.h"
#include "retake/numerics/stopwatch.h"

namespace retake {

namespace {

// The first shift stands this far below zero, relative to the largest diagonal entry: far enough
// for a body without pins to be factored, near enough for the softest modes to stand out.
constexpr double first_shift = -1e-7;

// Pairs found beyond those asked for, so that the last shift can stand in a gap among them.
constexpr int spare_pairs = 6;

// Krylov vectors per pair that a run may use before it gives back what it has.
constexpr int most_vectors_per_pair = 4;
constexpr int least_slices_of_vectors = 3;

constexpr int most_refills = 4;
constexpr int most_shifts = 1000;

// The residual estimated by Lanczos is kept this much below the tolerance asked for.
constexpr double safety = 0.1;

// Residuals of this size, relative to the largest diagonal entry, are rounding: what is left of a
// mode without energy that was not given as such (a hinge between two elements).
constexpr double least_residual = 2e-15;

SparseMatrix lower_triangle(const SparseMatrix& matrix) {
  SparseMatrix lower = matrix.triangularView<Eigen::Lower>();
  lower.makeCompressed();
  return lower;
}

}  // namespace

SpectrumSweep::SpectrumSweep(const SparseMatrix& A, const MatX& nullspace,
                             const EigenOptions& options, Progress& progress)
    : nullspace_(nullspace),
      options_(options),
      progress_(progress),
      size_(static_cast<int>(A.rows())),
      scale_(A.diagonal().maxCoeff()),
      inverse_(lower_triangle(A), options.unknowns_per_node),
      vectors_(A.rows(), std::min<int>(size_, options.count + 2 * options.slice)) {}

void SpectrumSweep::run() {
  move_to(first_shift * scale_);
  if (inverse_.eigenvalues_below() > 0) {
    throw SolveError(
        {.what = "the stiffness matrix has negative eigenvalues",
         .where = "vibration modes",
         .expected = "a positive semi-definite matrix",
         .found = std::to_string(inverse_.eigenvalues_below()) + " eigenvalues below zero",
         .advice = "compute modes about a shape in equilibrium"});
  }
  search(std::min(options_.slice / 2, options_.count + spare_pairs));
  sweep_up();
  count_all();
}

void SpectrumSweep::sweep_up() {
  while (found() < options_.count + spare_pairs) {
    const int before = found();
    move_to(next_shift());
    move_back_while_too_much_is_missing();
    const int left = missing_below_shift();
    const int remaining = options_.count + spare_pairs - found();
    search(
        std::clamp(remaining - left, 0, std::clamp(left, options_.slice / 4, options_.slice / 2)));
    if (found() == before && report_.slices > most_shifts) break;
  }
}

// Half a slice beyond the last pair, by the density of the last ones.
double SpectrumSweep::next_shift() const {
  const int remaining = options_.count + spare_pairs - found();
  const int wanted = std::min(options_.slice, remaining);
  if (found() < 4) return std::max(2 * inverse_.shift(), -2 * first_shift * scale_);
  const int recent = std::min(found() / 2, options_.slice / 2);
  const double last = sorted_value(found() - 1);
  const double spacing = (last - sorted_value(found() - 1 - recent)) / recent;
  const double smallest_step = 1e-6 * last;  // a multiple eigenvalue has no spacing
  const double beyond = last + std::max(spacing * 0.5 * wanted, smallest_step);
  return std::max(beyond, inverse_.shift() + smallest_step);
}

void SpectrumSweep::move_back_while_too_much_is_missing() {
  const double floor = found() == 0 ? 0 : sorted_value(found() - 1);
  const int most = options_.slice;
  for (int attempt = 0; attempt < 20 && missing_below_shift() > most; ++attempt) {
    const double fraction = 0.5 * options_.slice / missing_below_shift();
    move_to(floor + std::max(fraction, 0.05) * (inverse_.shift() - floor));
  }
}

// Everything below the shift and so many pairs above it. Where the shift is too far from what is
// missing, a search from half way towards the last complete shift comes in between.
void SpectrumSweep::search(int above) {
  ++report_.slices;
  if (missing_below_shift() > 0 || above > 0) {
    search_once({.below = std::max(0, missing_below_shift()), .above = above});
  }
  for (int attempt = 1; attempt <= most_refills && missing_below_shift() > 0; ++attempt) {
    ++report_.refills;
    if (attempt > 1) search_half_way();
    if (missing_below_shift() > 0) search_once({.below = missing_below_shift()});
  }
  if (missing_below_shift() == 0) complete_below_ = std::max(complete_below_, inverse_.shift());
}

void SpectrumSweep::search_half_way() {
  const double shift = inverse_.shift();
  const double half_way = 0.5 * (complete_below_ + shift);
  if (half_way <= complete_below_ * (1 + 1e-9)) return;
  move_to(half_way);
  search(0);
  move_to(shift);
}

void SpectrumSweep::search_once(const LanczosGoal& goal) {
  const Stopwatch watch;
  const int wanted = goal.below + goal.above;
  LanczosOptions options{.block = std::min(options_.block, size_ / 8),
                         .most_vectors = std::max(most_vectors_per_pair * wanted,
                                                  least_slices_of_vectors * options_.slice),
                         .tolerance = safety * options_.tolerance,
                         .floor = least_residual * scale_,
                         .seed = ++runs_};
  LanczosGoal inside = goal;
  MatX locked = locked_vectors(inside.lowest);
  const double begin = found(), total = options_.count + spare_pairs;
  const auto watch_it = [&](double fraction) {
    progress_.update("modes", std::min(1.0, (begin + fraction * wanted) / total));
  };
  const RitzPairs pairs = block_lanczos(inverse_, std::move(locked), inside, options, watch_it);
  add(pairs);
  report_.krylov_vectors += pairs.vectors_used;
  report_.seconds_iterating += watch.seconds();
}

// The nullspace and the pairs found last; those further down are far from the shift.
MatX SpectrumSweep::locked_vectors(double& lowest_value) const {
  const int count = std::min(found(), options_.slice + options_.slice / 2);
  MatX locked(size_, nullspace_.cols() + count);
  locked.leftCols(nullspace_.cols()) = nullspace_;
  for (int i = 0; i < count; ++i) {
    locked.col(nullspace_.cols() + i) =
        vectors_.col(order_[static_cast<std::size_t>(found() - count + i)]);
  }
  if (count < found()) lowest_value = sorted_value(found() - count);
  return locked;
}

void SpectrumSweep::add(const RitzPairs& pairs) {
  const Eigen::Index needed = found() + pairs.values.size();
  if (needed > vectors_.cols()) vectors_.conservativeResize(Eigen::NoChange, needed);
  for (Eigen::Index i = 0; i < pairs.values.size(); ++i) {
    vectors_.col(found()) = pairs.vectors.col(i);
    order_.push_back(found());
    values_.push_back(pairs.values[i]);
  }
  std::sort(order_.begin(), order_.end(), [&](int a, int b) {
    return values_[static_cast<std::size_t>(a)] < values_[static_cast<std::size_t>(b)];
  });
}

// A last shift above all that are kept: its inertia counts the whole spectrum below.
void SpectrumSweep::count_all() {
  for (int attempt = 0; attempt <= most_refills; ++attempt) {
    if (found() >= options_.count) move_to(shift_above_last());
    const int missing = missing_below_shift();
    report_.counted = inverse_.eigenvalues_below() - static_cast<int>(nullspace_.cols());
    report_.count_agrees = missing == 0 && found() >= options_.count;
    if (missing <= 0) return;
    search(0);
  }
}

// In the widest gap between the last pair kept and the last found.
double SpectrumSweep::shift_above_last() const {
  double widest = -1, shift = sorted_value(found() - 1) * (1 + 1e-6);
  for (int i = options_.count; i < found(); ++i) {
    const double gap = sorted_value(i) - sorted_value(i - 1);
    if (gap <= widest) continue;
    widest = gap;
    shift = 0.5 * (sorted_value(i) + sorted_value(i - 1));
  }
  return shift;
}

void SpectrumSweep::move_to(double shift) {
  progress_.update("modes",
                   std::min(1.0, static_cast<double>(found()) / (options_.count + spare_pairs)));
  const Stopwatch watch;
  inverse_.move_to(shift);
  report_.seconds_factorizing += watch.seconds();
}

int SpectrumSweep::found_below(double shift) const {
  return static_cast<int>(
      std::count_if(values_.begin(), values_.end(), [&](double value) { return value < shift; }));
}

int SpectrumSweep::missing_below_shift() const {
  if (inverse_.shift() < 0) return 0;
  return inverse_.eigenvalues_below() - static_cast<int>(nullspace_.cols()) -
         found_below(inverse_.shift());
}

// Columns go to their places in circles: a second copy of all vectors would be the largest thing of
// all in memory.
EigenPairs SpectrumSweep::take() {
  report_.factorizations = inverse_.factorizations();
  const int count = std::min(options_.count, found());
  EigenPairs pairs{VecX(count), {}, report_};
  for (int i = 0; i < count; ++i) pairs.values[i] = sorted_value(i);
  for (int first = 0; first < found(); ++first) {
    int hole = first;
    if (order_[static_cast<std::size_t>(first)] == first) continue;
    const VecX lifted = vectors_.col(first);
    for (int from = std::exchange(order_[static_cast<std::size_t>(hole)], hole); from != first;
         from = std::exchange(order_[static_cast<std::size_t>(hole)], hole)) {
      vectors_.col(hole) = vectors_.col(from);
      hole = from;
    }
    vectors_.col(hole) = lifted;
  }
  vectors_.conservativeResize(Eigen::NoChange, count);
  pairs.vectors = std::move(vectors_);
  return pairs;
}

}  // namespace retake
