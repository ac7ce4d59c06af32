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
    0.7;  // cosine: nearer to the freed directions than to the others
constexpr int most_lock_trials = 2;
constexpr int most_trial_steps = 12;  // one that goes well needs few, and all may be in vain
constexpr int most_quick_steps = 4, most_cheap_quick_steps = 6;
constexpr double far_astray = 0.05;    // of the longest way: worth another try
constexpr int many_evaluations = 400;  // in one solve: looks at the body are cheap
constexpr double far_behind = 0.25;    // of its own way that a wish still misses: worth more strain
// |log| of an edge's length over that in the input: of drags that ask for it, and of others, which
// a body follows by itself all but for a little.
constexpr double strain_along = 0.5, strain_aside = 0.4;
constexpr double met_well = 4;          // tolerances
constexpr double hardly_follows = 0.5;  // of the longest way, or its own, that a wish misses
constexpr double much_nearer = 0.7;     // than that: worth holding stiff directions
constexpr double rival_miss = 0.05;     // of the longest way: worth another try
// Of the filter: what still is a contradiction to those that fight, and to others.
constexpr std::array of_fighting = {0.01};
constexpr std::array of_others = {1e-4, 0.01, 0.1};
constexpr double farthest_over_way = 4;      // more, and the body is thrown
constexpr double badness_of_throwing = 0.1;  // for each way farther
constexpr double beyond_the_wishes = 20;     // tolerances: what those that fight may move the body
constexpr double much_calmer = 0.5;          // of the way that it went
constexpr double coarser = 3;                // each filter than the one before, below 1

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
  return model_->thrown(solution.pulls) <= calm_distance(targets);
}

bool HandleSolver::goes_well(const VecX& targets, const HandleSolution& solution) const {
  const VecX missed = lengths_by_wish(equations_, hard_part(solution.misses)),
             wished = lengths_by_wish(equations_, targets - equations_.rows * input_.positions);
  const double little = far_astray * longest_way(targets) + 2 * met_well * options_.tolerance;
  const bool follows = (missed.array() <= hardly_follows * wished.array() + little).all();
  return follows && is_met(solution) && is_calm(targets, solution);
}

// Trials are for those who can see them through: not with handles at many frames.
bool HandleSolver::is_affordable() const { return evaluations_left_ >= 2 * most_trial_steps; }

bool HandleSolver::may_try() const {
  return model_->most_evaluations() / 4 >= 2 * most_trial_steps;
}

bool HandleSolver::looks_are_cheap() const {
  return model_->most_evaluations() >= many_evaluations;
}

// Wishes with stiff directions, with these held: quickly, and with more effort those that go mostly
// along them. The one that misses by most is let go until the others are met.
std::optional<HandleSolution> HandleSolver::solve_along_stiff(const VecX& targets) {
  const std::vector<char> none(equations_.may_free.size(), 0);
  const HeldDirections& free = grip_with(none, options_.tau).directions;
  const VecX way = targets - equations_.rows * input_.positions;
  std::vector<char> some(none.size(), 0);
  for (std::size_t w = 0; w < some.size(); ++w) some[w] = free.freed[w].cols() > 0 ? 1 : 0;
  std::vector<char> most =
      wishes_along_freed(free, equations_, way, options_.tolerance, most_of_the_way);
  const auto held_well = [&](const std::vector<char>& locked, const Effort& effort, double strain) {
    HandleSolution solution = iterate(grip_with(locked, options_.tau), targets, effort);
    solution.locked = locked;
    const bool good = is_good(solution, {.strain = strain}) && is_calm(targets, solution);
    if (!good) model_->turn_back();
    return std::pair(solution, good);
  };
  if (some != most && !way.isZero(0) && is_affordable()) {
    const Effort quick{.steps = looks_are_cheap() ? most_cheap_quick_steps : most_quick_steps,
                       .halvings = 0,
                       .is_quick = true};
    if (auto [solution, good] = held_well(some, quick, strain_aside); good) return solution;
  }
  for (int trial = 0; trial < most_lock_trials && most != none; ++trial) {
    auto [solution, good] = held_well(most, {.steps = most_trial_steps}, strain_along);
    if (good) return solution;
    most[farthest_locked(equations_, solution.misses, most)] = 0;
  }
  return std::nullopt;
}

// Wishes whose points have gone astray along what is free of them, by this part of their own way.
std::vector<char> HandleSolver::astray(const VecX& targets, const HandleSolution& free,
                                       double part) const {
  const VecX way = targets - equations_.rows * input_.positions;
  const double least = far_astray * way.lpNorm<Eigen::Infinity>();
  const std::vector<char> none(equations_.may_free.size(), 0);
  const HeldDirections& directions = grips_.at({none, options_.tau}).directions;
  std::vector<char> wishes = wishes_along_freed(directions, equations_, free.misses, least, 0);
  const VecX missed = lengths_by_wish(equations_, free.misses),
             wished = lengths_by_wish(equations_, way);
  for (Eigen::Index w = 0; w < missed.size(); ++w) {
    if (missed[w] < part * wished[w]) wishes[static_cast<std::size_t>(w)] = 0;
  }
  return wishes;
}

// Where wishes that are met have gone far astray along what is free of them: with that held, if
// this goes well. With more effort where looks at the body are cheap, and there with more strain
// where one stays far behind the hand.
HandleSolution HandleSolver::with_missed_held(const VecX& targets, HandleSolution free) {
  const bool had_turned = free.pulls.size() != S_.rows();
  const std::vector<char> none = free.locked, locked = astray(targets, free, 0);
  const bool in_vain = free.stop != HandleStop::met || locked == none || !is_affordable();
  if (in_vain || (had_turned && !looks_are_cheap())) return free;
  model_->turn_back();
  const Effort quick{.steps = most_trial_steps, .halvings = 1, .is_quick = true};
  HandleSolution held = iterate(grip_with(locked, options_.tau), targets,
                                looks_are_cheap() ? Effort{.steps = most_trial_steps} : quick);
  held.locked = locked;
  const bool is_behind = looks_are_cheap() && astray(targets, free, far_behind) != none;
  const double strain = is_behind ? strain_along : strain_aside;
  if (is_good(held, {.strain = strain}) && is_calm(targets, held)) return held;
  model_->turn_back();
  if (!had_turned) return free;
  evaluations_left_ = model_->most_evaluations() / 2;
  return solve_free(targets);
}

HandleSolution HandleSolver::follow(const VecX& targets) {
  evaluations_left_ = model_->most_evaluations() / 4;
  const std::vector<char> none(equations_.may_free.size(), 0);
  HandleSolution solution =
      iterate(grip_with(none, options_.tau), targets,
              {.steps = most_trial_steps, .stays_sound = HandleModel::Limits{}});
  solution.locked = none;
  return solution;
}

bool HandleSolver::would_throw(const VecX& targets, Stiff stiff) {
  const std::vector<char> locked(equations_.may_free.size(), stiff == Stiff::held ? 1 : 0);
  const Grip& grip = grip_with(locked, options_.tau);
  const VecX way = grip.directions.kept * (targets - equations_.rows * input_.positions);
  const VecX pulls = grip.at_input.step_matrix * grip.filter->apply(way);
  return !(model_->thrown(pulls) <= calm_distance(targets));
}

double HandleSolver::badness(const VecX& targets, const HandleSolution& solution) const {
  const double way = std::max(longest_way(targets), options_.tolerance);
  const MatX& kept = grips_.at({solution.locked, options_.tau}).directions.kept;
  const double missed = (kept.transpose() * (kept * hard_part(solution.misses))).norm();
  const double thrown = std::max(0.0, model_->thrown(solution.pulls) / way - farthest_over_way);
  return missed / way + badness_of_throwing * thrown;
}

bool HandleSolver::have_rivals(const VecX& targets) const {
  return !fighting(targets, targets - equations_.rows * input_.positions).empty();
}

bool HandleSolver::have_rivals(const VecX& targets, const HandleSolution& solution) const {
  return !fighting(targets, solution.misses).empty();
}

// Where a drag of a body without pins goes along what is free and its point stays behind: after it,
// with that held, as far as the body stays sound. The target is not met then, but the answer is
// nearer to it.
std::optional<HandleSolution> HandleSolver::follow_while_sound(const VecX& targets,
                                                               const HandleSolution& free) {
  const VecX way = targets - equations_.rows * input_.positions;
  const double longest = way.lpNorm<Eigen::Infinity>();
  const bool had_turned = free.pulls.size() != S_.rows();
  const bool follows = free.misses.lpNorm<Eigen::Infinity>() < hardly_follows * longest;
  if (follows || had_turned || !equations_.body_is_free || !is_affordable()) return std::nullopt;
  const std::vector<char> none(equations_.may_free.size(), 0);
  const std::vector<char> locked = wishes_along_freed(
      grip_with(none, options_.tau).directions, equations_, free.misses, far_astray * longest, 0);
  if (locked == none) return std::nullopt;
  const HandleModel::Limits limits{.strain = strain_along};
  HandleSolution solution = iterate(grip_with(locked, options_.tau), targets,
                                    {.steps = most_trial_steps, .stays_sound = limits});
  solution.locked = locked;
  const bool nearer = solution.misses.norm() < much_nearer * free.misses.norm();
  if (nearer && model_->is_sound(solution.pulls, limits)) return solution;
  model_->turn_back();
  return std::nullopt;
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
  evaluations_left_ = most / 4;
  if (std::optional<HandleSolution> held = follow_while_sound(targets, solution)) return *held;
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
