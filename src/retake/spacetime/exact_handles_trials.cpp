// What exact handles try before they leave directions free or take wishes for contradictions.
#include <algorithm>
#include <cmath>
#include <limits>

#include "retake/spacetime/exact_handles.h"

namespace retake {

namespace {

constexpr double kRivalCorrelation = 0.9;
constexpr int kMostLockTrials = 2;
constexpr double kMetWell = 4;          // tolerances
constexpr double kRivalMiss = 0.05;     // of the longest way: worth another try
constexpr double kFineFilter = 0.01;    // of the filter: what still counts as a contradiction
constexpr double kFarthestOverWay = 4;  // more, and the body is thrown

}  // namespace

// All that was held is met, by a body that looks well.
bool HandleSolver::is_good(const HandleSolution& solution, double farthest) const {
  if (solution.stop != HandleStop::met) return false;
  const MatX& kept = grips_.at({solution.locked, options_.tau}).directions.kept;
  const VecX missed = kept * solution.misses;
  for (Eigen::Index i = 0; i < missed.size(); ++i) {
    Eigen::Index equation = 0;
    kept.row(i).cwiseAbs().maxCoeff(&equation);
    const bool hard = std::isinf(equations_.weights[equation]);
    if (hard && std::abs(missed[i]) > kMetWell * options_.tolerance) return false;
  }
  return model_->is_sound(solution.pulls, farthest);
}

// Wishes that go along stiff directions, with these held; the one that misses by most is let go
// until the others are met.
std::optional<HandleSolution> HandleSolver::solve_along_stiff(const VecX& targets) {
  const std::vector<char> none(equations_.may_free.size(), 0);
  const VecX way = targets - equations_.rows * input_.positions;
  std::vector<char> locked = wishes_along_freed(grip_with(none, options_.tau).directions,
                                                equations_, way, options_.tolerance);
  for (int trial = 0; trial < kMostLockTrials && locked != none; ++trial) {
    HandleSolution solution = iterate(grip_with(locked, options_.tau), targets);
    solution.locked = locked;
    if (is_good(solution, std::numeric_limits<double>::infinity())) return solution;
    locked[farthest_locked(equations_, solution.misses, locked)] = 0;
    model_->turn_back();
  }
  return std::nullopt;
}

// Wishes that seem to fight, as if they did not.
std::optional<HandleSolution> HandleSolver::solve_against_filter(const VecX& targets) {
  const std::vector<char> none(equations_.may_free.size(), 0);
  const VecX way = targets - equations_.rows * input_.positions;
  HandleSolution solution = iterate(grip_with(none, kFineFilter * options_.tau), targets);
  solution.locked = none;
  if (is_good(solution, kFarthestOverWay * way.lpNorm<Eigen::Infinity>())) return solution;
  model_->turn_back();
  return std::nullopt;
}

HandleSolution HandleSolver::solve(const VecX& targets) {
  const std::vector<char> none(equations_.may_free.size(), 0);
  if (options_.exact) {
    if (std::optional<HandleSolution> held = solve_along_stiff(targets)) return *held;
  }
  const auto filtered = [&] {
    HandleSolution solution = iterate(grip_with(none, options_.tau), targets);
    solution.locked = none;
    return solution;
  };
  HandleSolution solution = filtered();
  const VecX way = targets - equations_.rows * input_.positions;
  const double least = kRivalMiss * way.lpNorm<Eigen::Infinity>();
  if (!options_.exact || rivals(solution.misses, least).empty()) return solution;
  model_->turn_back();
  if (std::optional<HandleSolution> met = solve_against_filter(targets)) return *met;
  const bool had_turned = solution.pulls.size() != S_.rows();
  return had_turned ? filtered() : solution;
}

std::vector<std::pair<int, int>> HandleSolver::rivals(const VecX& misses, double least) const {
  const VecX scale = among_.diagonal().cwiseMax(1e-300).cwiseSqrt();
  std::vector<std::pair<int, int>> pairs;
  for (Eigen::Index i = 0; i < among_.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const int a = equations_.wish_of_row[static_cast<std::size_t>(j)];
      const int b = equations_.wish_of_row[static_cast<std::size_t>(i)];
      const double together = among_(i, j) / (scale[i] * scale[j]);
      if (a == b || std::abs(together) < kRivalCorrelation) continue;
      const bool missed = std::min(std::abs(misses[i]), std::abs(misses[j])) >= least;
      if (missed && together * misses[i] * misses[j] < 0) pairs.emplace_back(a, b);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace retake
