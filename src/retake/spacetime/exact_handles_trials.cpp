// What exact handles try before they leave directions free or take wishes for contradictions.
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
constexpr int most_calming_halvings = 12;
constexpr double most_of_the_way =
    0.7;                              // cosine: nearer to the freed directions than to the others
constexpr int most_trial_steps = 12;  // one that goes well needs few, and all may be in vain
constexpr int most_quick_steps = 4, most_cheap_quick_steps = 6;
constexpr double far_astray = 0.05;    // of the longest way: worth another try
constexpr int many_evaluations = 400;  // in one solve: looks at the body are cheap
constexpr double far_behind = 0.25;    // of the longest way: more than in the input is astray
constexpr double most_strain = 0.5;    // |log| of an edge's length over that in the input
constexpr double met_well = 4;         // tolerances
constexpr double met_closely = 2e-3;   // of the longest way: what is not is a contradiction
constexpr double finest_of_size = 2e-3,
                 finest_of_large_bodies = 0.02;  // to which the end of a way is found
constexpr double much_nearer = 0.7;              // than that: worth holding stiff directions
constexpr double rival_miss = 0.05;              // of the longest way: worth another try
// Of the filter: what still is a contradiction to those that fight, and to others.
constexpr std::array of_fighting = {0.01};
constexpr std::array of_others = {1e-4, 0.01, 0.1};
constexpr double farthest_over_way = 4;   // more, and the body is thrown
constexpr double bent_farther = 1.5;      // than the linear answer by which the reach is chosen
constexpr double beyond_the_wishes = 20;  // tolerances: what those that fight may move the body
constexpr double much_calmer = 0.5;       // of the way that it went
constexpr double coarser = 3;             // each filter than the one before, below 1

}  // namespace

// Every hard wish is met along the directions that were held.
bool HandleSolver::is_met(const HandleSolution& solution) const {
  if (solution.stop != HandleStop::met) return false;
  const MatX& kept = grips_.at({solution.locked, options_.tau}).directions.kept;
  const VecX missed = kept * solution.misses;
  for (Eigen::Index i = 0; i < missed.size(); ++i) {
    Eigen::Index equation = 0;
    kept.row(i).cwiseAbs().maxCoeff(&equation);
    const bool hard = std::isinf(equations_.weights[equation]);
    if (hard && std::abs(missed[i]) > met_well * options_.tolerance) return false;
  }
  return true;
}

// ... by a body that looks well.
bool HandleSolver::is_good(const HandleSolution& solution,
                           const HandleModel::Limits& limits) const {
  return is_met(solution) && model_->is_sound(solution.pulls, limits);
}

// A wish with a weight is not asked to be met.
VecX HandleSolver::hard_part(VecX misses) const {
  for (Eigen::Index i = 0; i < misses.size(); ++i) {
    if (!std::isinf(equations_.weights[i])) misses[i] = 0;
  }
  return misses;
}

bool HandleSolver::is_calm(const VecX& targets, const HandleSolution& solution) const {
  return model_->thrown(solution.pulls) <= bent_farther * calm_distance(targets);
}

bool HandleSolver::goes_well(const VecX& targets, const HandleSolution& solution) const {
  return is_met(solution) && is_calm(targets, solution);
}

// Trials are for those who can see them through: not with handles at many frames.
bool HandleSolver::is_affordable() const { return evaluations_left_ >= 2 * most_trial_steps; }

bool HandleSolver::may_try() const {
  return model_->most_evaluations() / 4 >= 2 * most_trial_steps;
}

bool HandleSolver::looks_are_cheap() const {
  return model_->most_evaluations() >= many_evaluations;
}

// With all directions of these wishes held.
HandleSolver::Trial HandleSolver::hold_all(const VecX& targets, const std::vector<char>& locked,
                                           const Effort& effort) {
  model_->turn_back();
  HandleSolution solution = iterate(grip_with(locked, options_.tau), targets, effort);
  solution.locked = locked;
  const bool is_well = is_good(solution, {.strain = most_strain}) && is_calm(targets, solution);
  return {std::move(solution), is_well};
}

std::vector<char> HandleSolver::with_stiff_directions() {
  std::vector<char> wishes(equations_.may_free.size(), 0);
  const HeldDirections& free = grip_with(wishes, options_.tau).directions;
  for (std::size_t w = 0; w < wishes.size(); ++w) wishes[w] = free.freed[w].cols() > 0 ? 1 : 0;
  return wishes;
}

// Wishes with stiff directions, with these held: a quick trial.
std::optional<HandleSolution> HandleSolver::solve_along_stiff(const VecX& targets) {
  const VecX way = targets - equations_.rows * input_.positions;
  const std::vector<char> none(equations_.may_free.size(), 0), some = with_stiff_directions();
  if (some == none || way.isZero(0) || !is_affordable()) return std::nullopt;
  const Effort quick{.steps = looks_are_cheap() ? most_cheap_quick_steps : most_quick_steps,
                     .halvings = 0,
                     .is_quick = true};
  Trial held = hold_all(targets, some, quick);
  return held.went_well ? std::optional(std::move(held.solution)) : std::nullopt;
}

// Wishes whose points have gone astray along what is free of them.
std::vector<char> HandleSolver::astray(const VecX& targets, const HandleSolution& free) const {
  const VecX way = targets - equations_.rows * input_.positions;
  const double least = far_astray * way.lpNorm<Eigen::Infinity>();
  const HeldDirections& directions = grips_.at({free.locked, options_.tau}).directions;
  return wishes_along_freed(directions, equations_, free.misses, least, 0);
}

// Where wishes that are met have gone far astray along what is free of them: with that held, or as
// far towards it as this goes well; the one that would miss by most is let go first. With more
// effort where looks at the body are cheap, or the wishes go mostly that way.
HandleSolution HandleSolver::with_missed_held(const VecX& targets, HandleSolution free) {
  const std::vector<char> none = free.locked, locked = with_stiff_directions();
  const bool all_near = astray(targets, free) == none;
  if (free.stop != HandleStop::met || all_near || !is_affordable()) return free;
  const std::vector<char> most = wishes_along_freed(
      grip_with(none, options_.tau).directions, equations_,
      targets - equations_.rows * input_.positions, options_.tolerance, most_of_the_way);
  const bool tries_hard = looks_are_cheap() || most != none;
  const bool had_turned = free.pulls.size() != S_.rows();
  if (had_turned && !tries_hard) return free;
  const Effort quick{.steps = most_trial_steps, .halvings = 1, .is_quick = true};
  const Effort effort = tries_hard ? Effort{.steps = most_trial_steps} : quick;
  const Trial all = hold_all(targets, locked, effort);
  if (all.went_well) return all.solution;
  std::vector<char> fewer = locked;
  fewer[farthest_locked(equations_, all.solution.misses, locked)] = 0;
  const auto most_held = [&] { return hold_all(targets, fewer, effort); };
  const Trial others = fewer == none ? Trial{} : most_held();
  const HandleSolution& base = others.went_well ? others.solution : free;
  if (looks_are_cheap()) {
    if (auto nearer = hold_further(targets, base, locked)) return *nearer;
  }
  if (others.went_well) return most_held().solution;
  model_->turn_back();
  if (!had_turned) return free;
  evaluations_left_ = model_->most_evaluations() / 2;
  return solve_free(targets);
}

// From where the points stand towards their targets, with these wishes held: what is left of them
// counts as free.
std::optional<HandleSolution> HandleSolver::hold_further(const VecX& targets,
                                                         const HandleSolution& base,
                                                         const std::vector<char>& locked) {
  const auto held_at = [&](double part) {
    evaluations_left_ = model_->most_evaluations() / 4;
    const VecX towards = targets - (1 - part) * base.misses;
    Trial held = hold_all(towards, locked, {.steps = most_trial_steps});
    held.solution.misses += targets - towards;
    return held;
  };
  const double part =
      good_part(base.misses.norm(), [&](double tried) { return held_at(tried).went_well; });
  if (part == 0) return std::nullopt;
  HandleSolution solution = held_at(part).solution;
  solution.locked = base.locked;
  solution.freed = base.freed;
  return solution;
}

// Of a way of this length, m: as far as is good, if what is nearer always is.
double HandleSolver::good_part(double way, const std::function<bool(double part)>& is_good) const {
  const double finest = looks_are_cheap() ? finest_of_size : finest_of_large_bodies;
  const double steps = std::max(2.0, way / (finest * options_.size));
  double good = 0, bad = 1;
  while ((bad - good) * steps > 1) {
    const double part = 0.5 * (good + bad);
    (is_good(part) ? good : bad) = part;
  }
  return good;
}

HandleSolution HandleSolver::solve_as_far_as_good(const VecX& targets, const HandleSolution& failed,
                                                  const IsGood& is_good) {
  const VecX start = equations_.rows * input_.positions;
  const auto at = [&](double part) -> VecX { return start + part * (targets - start); };
  const auto freely = [&](double part) {
    model_->turn_back();
    evaluations_left_ = model_->most_evaluations() / (looks_are_cheap() ? 4 : 8);
    return solve_free(at(part));
  };
  const double part = good_part(longest_way(targets),
                                [&](double tried) { return is_good(at(tried), freely(tried)); });
  model_->turn_back();
  HandleSolution solution = solve_simply(at(part));
  if (!is_good(at(part), solution)) solution = freely(part);
  solution.misses += targets - at(part);
  solution.stop = failed.stop == HandleStop::met ? HandleStop::squeezed : failed.stop;
  return solution;
}

// A point would end farther from its target than it is in the input.
bool HandleSolver::goes_astray(const VecX& targets, const VecX& pulls) const {
  const VecX way = targets - equations_.rows * input_.positions;
  const VecX left = hard_part(way - equations_.rows * (linear_derivative() * pulls));
  return (lengths_by_wish(equations_, left).array() >
          lengths_by_wish(equations_, way).array() + far_behind * longest_way(targets))
      .any();
}

bool HandleSolver::would_go_well(const VecX& targets, Stiff stiff) {
  const std::vector<char> locked(equations_.may_free.size(), stiff == Stiff::held ? 1 : 0);
  const Grip& grip = grip_with(locked, options_.tau);
  const VecX way = grip.directions.kept * (targets - equations_.rows * input_.positions);
  const VecX pulls = grip.at_input.step_matrix * grip.filter->apply(way);
  const VecX filtered = way - grip.filter->kept_part(way);
  return filtered.norm() <= met_closely * longest_way(targets) && !goes_astray(targets, pulls) &&
         model_->thrown(pulls) <= calm_distance(targets);
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

// Most ways to the targets leave every element whole: that is seen at the end, and where it is not
// so, the way is gone again with a look at all elements after every step.
HandleSolution HandleSolver::solve_free(const VecX& targets) {
  const std::vector<char> none(equations_.may_free.size(), 0);
  const Grip& grip = grip_with(none, options_.tau);
  Effort effort{.steps = options_.most_iterations};
  effort.halvings +=
      static_cast<int>(std::log2(std::max(1.0, longest_way(targets) / options_.size)));
  HandleSolution solution = iterate(grip, targets, effort);
  if (options_.exact && !is_whole(solution.pulls, solution.stop != HandleStop::met)) {
    model_->turn_back();
    effort.looks_whole = true;
    evaluations_left_ = std::max(evaluations_left_, model_->most_evaluations() / 4);
    solution = iterate(grip, targets, effort);
  }
  solution.locked = none;
  return solution;
}

// Of any wish, m.
double HandleSolver::longest_way(const VecX& targets) const {
  const VecX way = targets - equations_.rows * input_.positions;
  return way.size() == 0 ? 0 : lengths_by_wish(equations_, way).maxCoeff();
}

// What the body may move, m; farther, and it is thrown.
double HandleSolver::calm_distance(const VecX& targets) const {
  const VecX way = targets - equations_.rows * input_.positions;
  if (way.size() == 0) return 0;
  VecX lengths = lengths_by_wish(equations_, way);
  if (equations_.metres_per_unit.size() > 0) lengths.array() *= equations_.metres_per_unit.array();
  return farthest_over_way * lengths.maxCoeff() + options_.tolerance;
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

HandleSolution HandleSolver::solve(const VecX& targets) {
  HandleSolution solution = solve_as_wished(targets);
  return throws_the_body(targets, solution) ? calmed(targets, solution) : solution;
}

HandleSolution HandleSolver::solve_simply(const VecX& targets) {
  const int most = model_->most_evaluations();
  evaluations_left_ = most / 4;
  if (options_.exact) {
    if (std::optional<HandleSolution> held = solve_along_stiff(targets)) return *held;
  }
  evaluations_left_ = most / 2;
  HandleSolution solution = solve_free(targets);
  if (!options_.exact) return solution;
  evaluations_left_ = most / 4;
  return with_missed_held(targets, std::move(solution));
}

HandleSolution HandleSolver::solve_as_wished(const VecX& targets) {
  HandleSolution solution = solve_simply(targets);
  if (!options_.exact) return solution;
  const int most = model_->most_evaluations();
  if (std::ranges::any_of(solution.locked, [](char held) { return held != 0; })) return solution;
  const MatX& kept = grips_.at({solution.locked, options_.tau}).directions.kept;
  const bool is_near = (kept * solution.misses).norm() < rival_miss * longest_way(targets);
  if (is_near || equations_.may_free.size() < 2) return solution;
  const bool had_turned = solution.pulls.size() != S_.rows();
  if (std::optional<HandleSolution> met = solve_against_filter(targets, solution)) return *met;
  evaluations_left_ = most / 2;
  return had_turned ? solve_free(targets) : solution;
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
