// How near to the held points the body answers.
//
// The cheapest change moves what is soft, wherever that is: a pull at a stiff place throws distant
// parts far, holds its point back or cannot be met at all. Where that is so, the same wishes are
// tried with more reach (see CostOptions): pulls move mode k by (lambda_k / lambda_1)^gamma more,
// so that what is near to them does more of it. How each mode goes over time stays as it is.
#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "retake/spacetime/cost.h"
#include "retake/spacetime/motion_edit_impl.h"

namespace retake {

namespace {

constexpr std::array more_reach = {0.5, 1.0, 1.5};
// Near a point that is pulled edges may become twice as long where that meets the wishes.
constexpr HandleModel::Limits sound_near_points{.strain = 0.7};

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

// The least reach with which the linear answer would go well, whether stiff directions are held or
// free; or, where there is none, held; or free. None: a wish cannot be met, or the body is thrown
// with every reach.
std::optional<double> MotionEdit::Impl::calm_reach(const VecX& targets) {
  using Stiff = HandleSolver::Stiff;
  const std::array<std::vector<Stiff>, 3> cases = {
      {{Stiff::held, Stiff::free}, {Stiff::held}, {Stiff::free}}};
  for (const std::vector<Stiff>& all : cases) {
    for (const double reach : tried_reaches(settings_.cost.reach)) {
      take_reach(reach);
      prepare();
      const auto goes_well = [&](Stiff stiff) {
        return now_.solver->would_go_well(targets, stiff);
      };
      if (std::ranges::all_of(all, goes_well)) return reach;
    }
  }
  return std::nullopt;
}

// Nothing is thrown or, with more reach than was given, squeezed or stretched too far (which a pose
// may ask for).
bool MotionEdit::Impl::looks_well(const VecX& targets, const HandleSolution& solution) {
  const bool is_sure = now_.reach == settings_.cost.reach || compliance_->holds_poses();
  return now_.solver->is_calm(targets, solution) &&
         (is_sure || is_sound(solution.pulls, sound_near_points));
}

bool MotionEdit::Impl::goes_well(const VecX& targets, const HandleSolution& solution) {
  return now_.solver->is_met(solution) && looks_well(targets, solution);
}

// Wishes that fight, or of which one cannot be met by any reach, are answered with the one given.
// Others are gone towards as far as that goes well: on a large body, as far as one solve leads.
HandleSolution MotionEdit::Impl::solve_within_reach(const VecX& targets) {
  take_reach(settings_.cost.reach);
  prepare();
  if (!settings_.exact_handles || now_.solver->have_rivals(targets)) {
    return now_.solver->solve(targets);
  }
  const std::optional<double> first = calm_reach(targets);
  take_reach(first.value_or(settings_.cost.reach));
  if (!first || !now_.solver->may_try()) return now_.solver->solve(targets);
  const HandleSolution simple = now_.solver->solve_simply(targets);
  if (goes_well(targets, simple)) return simple;
  const bool is_single = wishes_.size() == 1;
  if (is_single && !looks_are_cheap() && looks_well(targets, simple)) return simple;
  if (!now_.solver->have_rivals(targets, simple)) {
    if (auto solution = solve_beyond_simply(targets, simple)) return *solution;
  }
  take_reach(settings_.cost.reach);
  return now_.solver->solve(targets);
}

// Several wishes whose body stays sound are tried with more reach first, since they may only seem
// to fight.
std::optional<HandleSolution> MotionEdit::Impl::solve_beyond_simply(const VecX& targets,
                                                                    const HandleSolution& simple) {
  const double first = now_.reach;
  const bool several = wishes_.size() > 1;
  const HandleStop why = simple.stop != HandleStop::met          ? simple.stop
                         : now_.solver->is_calm(targets, simple) ? HandleStop::squeezed
                                                                 : HandleStop::stuck;
  const bool is_torn =
      simple.stop == HandleStop::squeezed || !is_sound(simple.pulls, sound_near_points);
  if (several && !is_torn) {
    if (auto solution = solve_with_more_reach(targets)) return solution;
    take_reach(first);
  }
  const auto goes_well_at = [&](const VecX& towards, const HandleSolution& found) {
    return goes_well(towards, found);
  };
  if (auto solution = now_.solver->solve_as_far_as_good(targets, why, goes_well_at)) {
    return solution;
  }
  return several && is_torn ? solve_with_more_reach(targets) : std::nullopt;
}

std::optional<HandleSolution> MotionEdit::Impl::solve_with_more_reach(const VecX& targets) {
  for (const double reach : tried_reaches(now_.reach)) {
    if (reach == now_.reach) continue;
    take_reach(reach);
    prepare();
    HandleSolution solution = now_.solver->solve_simply(targets);
    if (goes_well(targets, solution)) return solution;
  }
  return std::nullopt;
}

}  // namespace retake
