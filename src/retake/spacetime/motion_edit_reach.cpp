// How near to the held points the body answers.
//
// The cheapest change moves what is soft, wherever that is: a pull at a stiff place throws distant
// parts far, holds its point back or cannot be met at all. Where that is so, the same wishes are
// tried with more reach (see CostOptions): pulls move mode k by (lambda_k / lambda_1)^gamma more,
// so that what is near to them does more of it. How each mode goes over time stays as it is.
#include <algorithm>
#include <array>
#include <iterator>

#include "retake/spacetime/cost.h"
#include "retake/spacetime/motion_edit_impl.h"

namespace retake {

namespace {

constexpr std::array more_reach = {0.5, 1.0, 1.5};
// Near a point that is pulled edges may become twice as long where that meets the wishes.
constexpr HandleModel::Limits sound_near_points{.strain = 0.7};
constexpr double least_badness = 0.05;  // worth a look for something better
constexpr double much_better = 0.8;     // than with the reach that was given

// Ascending, from the first on.
std::vector<double> tried_reaches(double first) {
  std::vector<double> reaches = {first};
  std::ranges::copy_if(more_reach, std::back_inserter(reaches),
                       [&](double reach) { return reach > first; });
  return reaches;
}

}  // namespace

// Rows are the same with every reach; those that the given one has are its own to the bit.
void MotionEdit::Impl::take_reach(double reach) {
  drop_turned_rows();
  if (reach == now_.reach) return;
  finished_frames_.clear();  // pulls mean another edit now
  Response next;
  if (auto known = others_.extract(reach)) {
    next = std::move(known.mapped());
  } else {
    const double given = settings_.cost.reach;
    const VecX factors =
        reach == given ? VecX() : reach_weights(basis_->eigenvalues(), given - reach);
    next.reach = reach;
    next.conditioning =
        std::make_unique<Conditioning>(now_.conditioning->with_modes_scaled(factors));
  }
  std::erase_if(now_.frame_answers,
                [&](const auto& answers) { return !has_points(answers.first); });
  others_[now_.reach] = std::move(now_);
  now_ = std::move(next);
}

bool MotionEdit::Impl::has_points(int frame) const {
  return std::ranges::any_of(points_, [&](const HeldPoint& point) { return point.frame == frame; });
}

void MotionEdit::Impl::forget_other_reaches() {
  take_reach(settings_.cost.reach);
  others_.clear();
  now_.prepared = solved_ = false;
}

// The least reach with which the linear answer would not throw the body: all of it or, where there
// is none, without stiff directions.
double MotionEdit::Impl::calm_reach(const VecX& targets) {
  for (const auto stiff : {HandleSolver::Stiff::held, HandleSolver::Stiff::free}) {
    for (const double reach : tried_reaches(settings_.cost.reach)) {
      take_reach(reach);
      prepare();
      if (!now_.solver->would_throw(targets, stiff)) return reach;
    }
  }
  return settings_.cost.reach;
}

bool MotionEdit::Impl::goes_well(const VecX& targets, const HandleSolution& solution) {
  const bool is_sure = now_.reach == settings_.cost.reach;
  return now_.solver->goes_well(targets, solution) &&
         (is_sure || is_sound(solution.pulls, sound_near_points));
}

// Wishes that fight are answered with the reach given: with more they would move the body.
HandleSolution MotionEdit::Impl::solve_within_reach(const VecX& targets) {
  take_reach(settings_.cost.reach);
  prepare();
  if (!settings_.exact_handles || now_.solver->have_rivals(targets)) {
    return now_.solver->solve(targets);
  }
  const double first = calm_reach(targets);
  take_reach(first);
  if (!now_.solver->may_try()) return now_.solver->solve(targets);
  for (const double reach : tried_reaches(first)) {
    take_reach(reach);
    prepare();
    HandleSolution solution = now_.solver->solve_simply(targets);
    if (goes_well(targets, solution)) return solution;
    if (reach == first && now_.solver->have_rivals(targets, solution)) break;
  }
  return solve_as_far_as_sound(targets);
}

// Where no reach meets the wishes with a sound body: as given, or what comes much nearer to them or
// throws the body less. Points that only stay behind along stiff directions are left there.
HandleSolution MotionEdit::Impl::solve_as_far_as_sound(const VecX& targets) {
  const double given = settings_.cost.reach;
  take_reach(given);
  const HandleSolution as_given = now_.solver->solve(targets);
  const double badness = now_.solver->badness(targets, as_given);
  if (badness < least_badness || now_.solver->have_rivals(targets, as_given)) return as_given;
  double least = much_better * badness, best = given;
  HandleSolution nearest = as_given;
  for (const double reach : tried_reaches(given)) {
    if (reach == given) continue;
    take_reach(reach);
    prepare();
    const HandleSolution solution = now_.solver->follow(targets);
    const double nearer = now_.solver->badness(targets, solution);
    if (nearer >= least) continue;
    least = nearer;
    best = reach;
    nearest = solution;
  }
  take_reach(best);
  const bool had_turned = nearest.pulls.size() != point_pull_count();  // those pulls are gone
  if (!had_turned) return nearest;
  return best == given ? now_.solver->solve(targets) : now_.solver->follow(targets);
}

}  // namespace retake
