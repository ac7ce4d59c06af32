// What each mode does between the poses.
#include <algorithm>

#include "retake/interpolation/pose_interpolation.h"

namespace retake {

// The span whose curves hold for a span: its own, or, where a pose is held, that on which the body
// came to it, so that it settles as it came. What the first pose is held for goes with the way
// from it.
std::size_t PoseInterpolation::curves_on(std::size_t span) const {
  if (poses_[span].hold == 0) return span;
  if (span > 0) return span - 1;
  if (!settings_.loop) return span + 1;
  const std::size_t last = poses_.size() - 2;
  return poses_[last].hold == 0 ? last : last - 1;
}

void PoseInterpolation::set_oscillators() {
  oscillators_ = {controlled_oscillators(eigenvalues_, settings_.spectrum)};
  oscillators_on_.clear();
  for (std::size_t span = 0; span + 1 < poses_.size(); ++span) {
    const auto& curves = poses_[curves_on(span)].span;
    oscillators_on_.push_back(curves ? oscillators_.size() : 0);
    if (curves)
      oscillators_.push_back(
          controlled_oscillators(eigenvalues_, settings_.spectrum.with(*curves)));
  }
}

std::vector<ModalSpan> PoseInterpolation::spans_of(std::ptrdiff_t mode) const {
  std::vector<ModalSpan> spans;
  for (std::size_t span = 0; span < oscillators_on_.size(); ++span)
    spans.push_back({oscillators_[oscillators_on_[span]][static_cast<std::size_t>(mode)],
                     poses_[span].hold > 0});
  return spans;
}

WigglySplineOptions PoseInterpolation::spline_options(std::span<const ModalSpan> spans) const {
  const double duration = times_.back() - times_.front();
  const bool settles = settings_.settles_at == SettlesAt::poses;
  // As of a mode that noise has driven for ever, and calm enough where it is hardly damped. What
  // settles at poses has no need of a running start: before the first, and after the last, it
  // stands still.
  const auto price = [&](const Oscillator& mode) {
    const double driven = 4 * std::max(mode.decay, 1 / duration);
    return settles ? std::max(driven, 4 * mode.frequency) : driven;
  };
  return {.rest = settles ? SpringRest::at_knots : SpringRest::at_zero,
          .loop = settings_.loop,
          .first_velocity = price(spans.front().mode),
          .last_velocity = price(spans.back().mode)};
}

PoseInterpolation::Track PoseInterpolation::track_of(std::ptrdiff_t mode) const {
  if (settings_.between == BetweenPoses::swing) return swing_of(mode);
  std::vector<ModalKnot> knots;
  for (std::size_t i = 0; i < poses_.size(); ++i) {
    knots.push_back({times_[i], amplitudes_of_pose(i)[mode]});
    if (rates_[i]) knots.back().velocity = rates_[i]->amplitudes[mode];
  }
  const std::vector<ModalSpan> spans = spans_of(mode);
  return WigglySpline(spans, knots, spline_options(spans));
}

PoseInterpolation::Swing PoseInterpolation::swing_of(std::ptrdiff_t mode) const {
  const Oscillator& oscillator = oscillators_.front()[static_cast<std::size_t>(mode)];
  const double duration = time_of_swing(times_.back());
  const double first = amplitudes_of_pose(0)[mode];
  const double last = amplitudes_of_pose(poses_.size() - 1)[mode];
  const bool about_rest = settings_.settles_at == SettlesAt::rest && settings_.rest_shift == 0;
  const double middle =
      about_rest ? 0 : (1 - settings_.rest_shift) * first + settings_.rest_shift * last;
  const AdjustmentWeights weights =
      settings_.adjustment_curves.at(spectrum_place(eigenvalues_, mode), settings_.adjustment);
  const Oscillator used =
      settings_.adjust
          ? adjusted_oscillator(oscillator, duration, first - middle, last - middle, weights)
          : oscillator;
  return {FreeSwing(used, duration, first - middle, last - middle), middle};
}

// A free swing has no spring at the poses that could hold it there: while one is held, it waits.
double PoseInterpolation::time_of_swing(double time) const {
  double waited = 0;
  for (const KeyPose& pose : poses_) waited += std::clamp(time - pose.time, 0.0, pose.hold);
  return time - times_.front() - waited;
}

Eigen::Vector2d PoseInterpolation::raw_state(std::size_t mode, double time) const {
  if (const auto* spline = std::get_if<WigglySpline>(&tracks_[mode])) return spline->state(time);
  const auto& [motion, middle] = std::get<Swing>(tracks_[mode]);
  const double passed = time_of_swing(time);
  return {middle + motion.position(passed), motion.velocity(passed)};
}

WigglySpline PoseInterpolation::plain_spline(std::ptrdiff_t mode) const {
  std::vector<ModalKnot> knots;
  std::vector<ModalSpan> spans;
  for (std::size_t i = 0; i < poses_.size(); ++i) {
    knots.push_back({times_[i], amplitudes_of_pose(i)[mode]});
    if (i + 1 < poses_.size()) spans.push_back({Oscillator{}, poses_[i].hold > 0});
  }
  return WigglySpline(spans, knots);
}

// Shapes that settle at poses are made of modes that go from pose to pose: what these leave goes as
// the stiffest of them.
std::optional<SwingingShare> PoseInterpolation::shares_as(std::ptrdiff_t mode) const {
  if (settings_.between != BetweenPoses::wiggly || settings_.settles_at != SettlesAt::poses)
    return {};
  std::vector<bool> passed;
  for (const auto& rate : rates_) passed.push_back(rate.has_value());
  const std::vector<ModalSpan> spans = spans_of(mode);
  return SwingingShare(spans, times_, passed, spline_options(spans));
}

}  // namespace retake
