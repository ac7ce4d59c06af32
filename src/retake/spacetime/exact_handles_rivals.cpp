// Wishes that fight each other, or seem to.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "retake/spacetime/exact_handles.h"

namespace retake {

namespace {

// Correlation of the compliances of two rows that can fight: those of one frame, and others.
constexpr double moved_together = 0.5, coinciding = 0.9;
// A point may be moved beside another by their distance; more tears what is between them.
constexpr double tearing = 1;
constexpr double hardly_moves = 0.2;  // the shorter of two ways, over the longer: it rather stays
constexpr double rival_miss = 0.05;   // of the longest way: worth another try
constexpr double much_nearer = 0.7;   // than with the filter: worth doing without
// Of the filter: what still is a contradiction to those that fight, and to others.
constexpr std::array of_fighting = {0.01};
constexpr std::array of_others = {1e-4, 0.01, 0.1};
constexpr double beyond_the_wishes = 20;  // tolerances: what those that fight may move the body
constexpr double much_calmer = 0.5;       // of the way that it went
constexpr double coarser = 3;             // each filter than the one before, below 1
constexpr int most_calming_halvings = 12;

}  // namespace

HandleSolution HandleSolver::solve(const VecX& targets) {
  HandleSolution solution = solve_as_wished(targets);
  return throws_the_body(targets, solution) ? calmed(targets, solution) : solution;
}

HandleSolution HandleSolver::solve_as_wished(const VecX& targets) {
  HandleSolution solution = solve_simply(targets);
  if (!options_.exact) return solution;
  if (std::ranges::any_of(solution.locked, [](char held) { return held != 0; })) return solution;
  const MatX& kept = grips_.at({solution.locked, options_.tau}).directions.kept;
  const bool is_near = (kept * solution.misses).norm() < rival_miss * longest_way(targets);
  if (is_near || equations_.may_free.size() < 2) return solution;
  const bool had_turned = solution.pulls.size() != S_.rows();
  if (std::optional<HandleSolution> met = solve_against_filter(targets, solution)) return *met;
  return had_turned ? solve_simply(targets) : solution;
}

bool HandleSolver::have_rivals(const VecX& targets) const {
  return !fighting(targets, targets - equations_.rows * input_.positions).empty();
}

bool HandleSolver::have_rivals(const VecX& targets, const HandleSolution& solution) const {
  return !fighting(targets, solution.misses).empty();
}

// Wishes of which much was taken for a contradiction, as if it were none: ever less finely, until
// the body stays sound. Those that fight must not throw it either.
std::optional<HandleSolution> HandleSolver::solve_against_filter(const VecX& targets,
                                                                 const HandleSolution& filtered) {
  const std::vector<char> none(equations_.may_free.size(), 0);
  const bool fight = !fighting(targets, filtered.misses).empty();
  const HandleModel::Limits calm{.farthest = calm_distance(targets)};
  const MatX& kept = grip_with(none, options_.tau).directions.kept;
  const auto filters = fight ? std::span<const double>(of_fighting) : std::span(of_others);
  for (const double finer : filters) {
    model_->turn_back();
    evaluations_left_ = model_->most_evaluations() / 4;
    HandleSolution solution =
        iterate(grip_with(none, finer * options_.tau), targets, {.steps = most_trial_steps});
    solution.locked = none;
    const bool nearer =
        (kept * solution.misses).norm() < much_nearer * (kept * filtered.misses).norm();
    if (fight ? is_good(solution, calm) : nearer && model_->is_sound(solution.pulls, {})) {
      return solution;
    }
  }
  model_->turn_back();
  return std::nullopt;
}

// What wishes that fight may move it.
double HandleSolver::calm_way(const VecX& targets) const {
  return longest_way(targets) + beyond_the_wishes * options_.tolerance;
}

std::vector<std::pair<int, int>> HandleSolver::fighting(const VecX& targets,
                                                        const VecX& misses) const {
  return rivals(targets, misses, rival_miss * longest_way(targets));
}

bool HandleSolver::all_fight(const VecX& targets, const VecX& misses) const {
  std::vector<char> fights(equations_.may_free.size(), 0);
  for (const auto& [a, b] : fighting(targets, misses)) {
    fights[static_cast<std::size_t>(a)] = fights[static_cast<std::size_t>(b)] = 1;
  }
  return std::all_of(fights.begin(), fights.end(), [](char does) { return does != 0; });
}

bool HandleSolver::throws_the_body(const VecX& targets, const HandleSolution& solution) {
  return !fighting(targets, solution.misses).empty() &&
         model_->farthest(solution.pulls) > calm_way(targets);
}

// Less of all pulls, until the body is calm.
HandleSolution HandleSolver::held_back(const VecX& targets, HandleSolution solution) {
  for (int halving = 0; halving < most_calming_halvings; ++halving) {
    if (model_->farthest(solution.pulls) <= calm_way(targets)) break;
    solution.pulls *= 0.5;
  }
  const HandleModel::State state = model_->evaluate(solution.pulls);
  solution.misses = targets - equations_.rows * state.positions;
  solution.smallest_stretch = state.smallest_stretch;
  solution.stop = HandleStop::stuck;
  return solution;
}

// With the finest filter by which wishes that fight do not throw the body, or the one by which they
// do so least, and then with less of it where there are no others. Where that is hardly less than
// before, and others are there, it is not they who move it.
HandleSolution HandleSolver::calmed(const VecX& targets, const HandleSolution& thrown) {
  const std::vector<char> none(equations_.may_free.size(), 0);
  const auto filtered = [&](double tau) {
    model_->turn_back();
    evaluations_left_ = model_->most_evaluations() / 4;
    HandleSolution solution = iterate(grip_with(none, tau), targets, {.steps = most_trial_steps});
    solution.locked = none;
    return solution;
  };
  double least = much_calmer * model_->farthest(thrown.pulls), best = 0;
  for (double tau = coarser * options_.tau; tau < 1; tau *= coarser) {
    HandleSolution solution = filtered(tau);
    const double moved = model_->farthest(solution.pulls);
    if (moved <= calm_way(targets)) return solution;
    if (moved >= least) continue;
    least = moved;
    best = tau;
  }
  model_->turn_back();
  const HandleSolution solution = best > 0 ? filtered(best) : solve_as_wished(targets);
  return all_fight(targets, thrown.misses) ? held_back(targets, solution) : solution;
}

// What two wishes want of their points is too much beside each other.
bool HandleSolver::would_tear(int a, int b, const Eigen::Matrix3Xd& ways) const {
  const Vec3 one = ways.col(a), other = ways.col(b);
  const auto [shorter, longer] = std::minmax({one.norm(), other.norm()});
  const bool opposed = one.dot(other) < 0 && shorter > hardly_moves * longer;
  return opposed || (one - other).norm() > tearing * equations_.apart(a, b);
}

// Whether two rows of different wishes can fight.
bool HandleSolver::are_bound(Eigen::Index i, Eigen::Index j, const Eigen::Matrix3Xd& ways) const {
  const int a = equations_.wish_of_row[static_cast<std::size_t>(i)];
  const int b = equations_.wish_of_row[static_cast<std::size_t>(j)];
  const double correlation =
      std::abs(among_(i, j)) / std::sqrt(std::max(1e-300, among_(i, i) * among_(j, j)));
  const bool one_frame = equations_.apart.size() > 0 && equations_.apart(a, b) > 0;
  if (!one_frame) return correlation >= coinciding;
  return correlation >= moved_together && would_tear(a, b, ways);
}

std::vector<std::pair<int, int>> HandleSolver::rivals(const VecX& targets, const VecX& misses,
                                                      double least) const {
  const Eigen::Matrix3Xd ways =
      ways_in_space(equations_, targets - equations_.rows * input_.positions);
  std::vector<std::pair<int, int>> pairs;
  for (Eigen::Index i = 0; i < among_.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const int a = equations_.wish_of_row[static_cast<std::size_t>(j)];
      const int b = equations_.wish_of_row[static_cast<std::size_t>(i)];
      const bool missed = std::min(std::abs(misses[i]), std::abs(misses[j])) >= least;
      const bool apart = among_(i, j) * misses[i] * misses[j] < 0;
      if (a != b && missed && apart && are_bound(i, j, ways)) pairs.emplace_back(a, b);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace retake
