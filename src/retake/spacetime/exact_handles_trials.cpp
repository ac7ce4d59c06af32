// What exact handles try before they leave directions free, and how far they go where not all can
// be had.
#include <algorithm>
#include <cmath>

#include "retake/spacetime/exact_handles.h"

namespace retake {

namespace {

constexpr double most_of_the_way = 0.7;  // cosine: nearer to freed directions than to the others
constexpr int most_quick_steps = 4, most_cheap_quick_steps = 6;
constexpr double met_well = 4;             // tolerances
constexpr double met_closely = 2e-3;       // of the longest way: what is not is a contradiction
constexpr double far_astray = 0.05;        // of the longest way: worth another try
constexpr double far_behind = 0.25;        // of the longest way: more than in the input is astray
constexpr double most_strain = 0.5;        // |log| of an edge's length over that in the input
constexpr double farthest_over_way = 4;    // more, and the body is thrown
constexpr double far_over_farthest = 0.5;  // a way that may have been too long
constexpr double bent_farther = 1.5;       // than the linear answer by which the reach is chosen
// How far a way can be gone, of the body's size: looked for at these lengths, and then to so much.
constexpr double shortest_way = 0.01, longer = 1.3, finest_way = 2e-3;

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

// Trials are for those who can see them through: not with handles at many frames.
bool HandleSolver::is_affordable() const { return evaluations_left_ >= 2 * most_trial_steps; }

bool HandleSolver::may_try() const {
  return model_->most_evaluations() / 4 >= 2 * most_trial_steps;
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
  const Effort quick{.steps = model_->looks_are_cheap() ? most_cheap_quick_steps : most_quick_steps,
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

// With more effort where looks at the body are cheap, or wishes go mostly along what is stiff.
HandleSolver::Effort HandleSolver::effort_along_stiff(const VecX& targets) {
  const std::vector<char> none(equations_.may_free.size(), 0);
  const HeldDirections& free = grip_with(none, options_.tau).directions;
  const std::vector<char> along =
      wishes_along_freed(free, equations_, targets - equations_.rows * input_.positions,
                         options_.tolerance, most_of_the_way);
  if (model_->looks_are_cheap() || along != none) return {.steps = most_trial_steps};
  return {.steps = most_trial_steps, .halvings = 1, .is_quick = true};
}

// Where wishes that are met have gone far astray along what is free of them: with that held, as far
// as this goes well.
HandleSolution HandleSolver::with_missed_held(const VecX& targets, HandleSolution free) {
  const bool all_near = astray(targets, free) == free.locked;
  if (free.stop != HandleStop::met || all_near || !is_affordable()) return free;
  const Effort effort = effort_along_stiff(targets);
  const bool had_turned = free.pulls.size() != S_.rows();
  if (had_turned && effort.is_quick) return free;
  const Trial all = hold_all(targets, with_stiff_directions(), effort);
  if (all.went_well) return all.solution;
  if (auto some = hold_some(targets, free, all.solution, effort)) return *some;
  model_->turn_back();
  if (!had_turned) return free;
  evaluations_left_ = model_->most_evaluations() / 2;
  return solve_free(targets);
}

// Without the wish that misses by most with `all` of them held, and that one then as far as it goes
// well.
std::optional<HandleSolution> HandleSolver::hold_some(const VecX& targets,
                                                      const HandleSolution& free,
                                                      const HandleSolution& all,
                                                      const Effort& effort) {
  std::vector<char> others = all.locked;
  others[farthest_locked(equations_, all.misses, all.locked)] = 0;
  const Trial held = others == free.locked ? Trial{} : hold_all(targets, others, effort);
  const HandleSolution& base = held.went_well ? held.solution : free;
  if (model_->looks_are_cheap()) {
    if (auto nearer = hold_further(targets, base, all.locked)) return nearer;
  }
  if (!held.went_well) return std::nullopt;
  evaluations_left_ = model_->most_evaluations() / 4;
  return hold_all(targets, others, effort).solution;  // its pulls may have been turned back
}

// From where the points stand towards their targets, with these wishes held: what is left of them
// counts as free.
std::optional<HandleSolution> HandleSolver::hold_further(const VecX& targets,
                                                         const HandleSolution& base,
                                                         const std::vector<char>& locked) {
  const VecX missed = hard_part(base.misses);
  const auto towards = [&](double part) -> VecX { return targets - (1 - part) * missed; };
  const auto held_at = [&](double part) {
    return hold_all(towards(part), locked, {.steps = most_trial_steps});
  };
  const double part =
      good_part(missed.norm(), [&](double tried) { return held_at(tried).went_well; });
  if (part == 0) return std::nullopt;
  evaluations_left_ = model_->most_evaluations() / 4;
  HandleSolution solution = held_at(part).solution;
  solution.misses += targets - towards(part);
  solution.gone_for = towards(part);
  solution.locked = base.locked;
  solution.freed = base.freed;
  return solution;
}

// Of a way of this length, m: the part before the first two places that are bad. Lengths at which
// it is looked do not depend on that of the way, so that one which goes on ends at the same place.
double HandleSolver::good_part(double way, const std::function<bool(double part)>& is_good) {
  int left = model_->most_evaluations();
  const auto is_good_at = [&](double length) {
    const int each = std::min(left, model_->most_evaluations() / 4);
    evaluations_left_ = each;
    const bool good = left > 0 && is_good(length / way);
    left -= each - evaluations_left_;
    return good;
  };
  double good = 0, bad = std::min(way, shortest_way * options_.size);
  for (double next = bad; next < way && next < bad * longer * longer; next *= longer) {
    if (!is_good_at(next)) continue;
    good = next;
    bad = std::min(way, next * longer);
  }
  while (bad - good > finest_way * options_.size) {
    const double between = 0.5 * (good + bad);
    (is_good_at(between) ? good : bad) = between;
  }
  return way > 0 ? good / way : 0;
}

// Of the wishes that go far: it is these that may have gone too far, not a pin beside them.
VecX HandleSolver::far_part(VecX way) const {
  const VecX lengths = lengths_by_wish(equations_, way);
  for (Eigen::Index i = 0; i < way.size(); ++i) {
    const int wish = equations_.wish_of_row[static_cast<std::size_t>(i)];
    if (lengths[wish] < far_over_farthest * lengths.maxCoeff()) way[i] = 0;
  }
  return way;
}

std::optional<HandleSolution> HandleSolver::solve_as_far_as_good(const VecX& targets,
                                                                 HandleStop why,
                                                                 const IsGood& is_good) {
  const VecX way = far_part(targets - equations_.rows * input_.positions);
  const auto at = [&](double part) -> VecX { return targets - (1 - part) * way; };
  const auto freely = [&](double part) {
    model_->turn_back();
    return solve_free(at(part));
  };
  const double part = good_part(longest_way(targets),
                                [&](double tried) { return is_good(at(tried), freely(tried)); });
  model_->turn_back();
  if (part == 0) return std::nullopt;
  HandleSolution solution = solve_simply(at(part));
  if (!is_good(at(part), solution)) {
    evaluations_left_ = model_->most_evaluations() / 4;
    solution = freely(part);
  }
  solution.misses += targets - at(part);
  solution.gone_for = at(part);
  solution.stop = why;
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

HandleSolution HandleSolver::solve_simply(const VecX& targets) {
  const int most = model_->most_evaluations();
  evaluations_left_ = most / 4;
  if (options_.exact) {
    if (std::optional<HandleSolution> held = solve_along_stiff(targets)) return *held;
  }
  model_->turn_back();
  evaluations_left_ = most / 2;
  HandleSolution solution = solve_free(targets);
  if (!options_.exact) return solution;
  evaluations_left_ = most / 4;
  return with_missed_held(targets, std::move(solution));
}

}  // namespace retake
