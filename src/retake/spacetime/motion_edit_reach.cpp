// How near to the held points the body answers.
//
// The cheapest change moves what is soft, wherever that is: a pull at a stiff place throws distant
// parts far, holds its point back or cannot be met at all. Where that is so, the same wishes are
// tried with more reach (see CostOptions): pulls move mode k by (lambda_k / lambda_1)^gamma more,
// so that what is near to them does more of it. At gamma = 1 a frame takes the shape of a body at
// rest that is pulled there. How each mode goes over time stays as it is.
#include <array>
#include <cassert>

#include "retake/spacetime/cost.h"
#include "retake/spacetime/motion_edit_impl.h"

namespace retake {

namespace {

constexpr std::array more_reach = {0.5, 1.0, 1.5};
// Near a point that is pulled edges may become twice as long where that meets the wishes.
constexpr HandleModel::Limits sound_near_points{.strain = 0.7};
constexpr double least_badness = 0.05;  // worth a look for something better
constexpr double much_better = 0.8;     // than with the reach that was given

}  // namespace

void MotionEdit::Impl::take_reach(double reach) {
  assert(one_sided_rows_ == 0);
  drop_turned_rows();
  if (reach == now_.reach) return;
  finished_frames_.clear();  // pulls mean another edit now
  Response next;
  if (auto known = others_.extract(reach)) {
    next = std::move(known.mapped());
  } else {
    next.reach = reach;
    next.conditioning = std::make_unique<Conditioning>(now_.conditioning->with_modes_scaled(
        reach_weights(basis_->eigenvalues(), now_.reach - reach)));
  }
  others_[now_.reach] = std::move(now_);
  now_ = std::move(next);
}

void MotionEdit::Impl::forget_other_reaches() {
  take_reach(settings_.cost.reach);
  others_.clear();
  now_.prepared = solved_ = false;
}

// None: it does not go well there either.
std::optional<HandleSolution> MotionEdit::Impl::solve_nearer(const VecX& targets, double reach) {
  take_reach(reach);
  prepare();
  HandleSolution solution = now_.solver->solve_simply(targets);
  const bool well = now_.solver->goes_well(targets, solution);
  if (well && is_sound(solution.pulls, sound_near_points)) return solution;
  return std::nullopt;
}

// Wishes that fight are not tried: what more reach would give them throws the body.
HandleSolution MotionEdit::Impl::solve_within_reach(const VecX& targets) {
  const double given = settings_.cost.reach;
  take_reach(given);
  prepare();
  const HandleSolution simple = now_.solver->solve_simply(targets);
  if (!settings_.exact_handles || now_.solver->goes_well(targets, simple)) return simple;
  if (now_.solver->have_rivals(targets, simple)) return now_.solver->solve(targets);
  for (const double reach : more_reach) {
    if (reach <= given) continue;
    if (const auto nearer = solve_nearer(targets, reach)) return *nearer;
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
  double least = much_better * badness, best = given;
  for (const double reach : more_reach) {
    if (reach <= given || badness < least_badness) continue;
    take_reach(reach);
    const double nearer = now_.solver->badness(targets, now_.solver->follow(targets));
    if (nearer >= least) continue;
    least = nearer;
    best = reach;
  }
  take_reach(best);
  return best == given ? now_.solver->solve(targets) : now_.solver->follow(targets);
}

}  // namespace retake
