#include "retake/interpolation/pose_interpolation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "retake/interpolation/held_turns.h"

namespace retake {
namespace {

std::vector<double> times_of(const std::vector<KeyPose>& poses) {
  std::vector<double> times;
  for (const KeyPose& pose : poses) times.push_back(pose.time);
  return times;
}

std::vector<KeyPose> checked(const Body& body, std::vector<KeyPose> poses) {
  check_poses(body, poses);
  return poses;
}

}  // namespace

PoseInterpolation::PoseInterpolation(const Body& body, const Modes& modes,
                                     std::vector<KeyPose> poses, const std::vector<PoseHold>& holds,
                                     Progress& progress)
    : eigenvalues_(modes.eigenvalues),
      poses_(checked(body, std::move(poses))),
      times_(times_of(poses_)),
      holds_(holds),
      held_(body, poses_, holds_),
      space_(std::make_shared<const PoseSpace>(body, modes, held_.vertices())),
      view_(view_of_pins()) {
  for (const KeyPose& pose : poses_) {
    take_apart(pose);
    progress.update("poses",
                    static_cast<double>(coordinates_.size()) / static_cast<double>(poses_.size()));
  }
  ways_.emplace(*space_, coordinates_);
  rigid_keys_ = rigid_keys();
  held_.follow(turns_around_holds(*space_, coordinates_, rigid_keys_, holds_));
  set({});
}

PoseSpace::PinView PoseInterpolation::view_of_pins() const {
  return {pins_go_together(space_->body(), poses_), space_->pin_groups().stillest(poses_)};
}

void PoseInterpolation::take_apart(const KeyPose& pose) {
  coordinates_.push_back(space_->coordinates_of(pose.positions, view_));
  rates_.emplace_back();
  if (pose.velocities.cols() > 0)
    rates_.back() = space_->rate_of(pose.positions, pose.velocities, view_);
}

void PoseInterpolation::set(std::vector<KeyPose> poses, const PoseSettings& settings) {
  check_pose_order(space_->body(), poses);
  const std::vector<KeyPose> before = std::exchange(poses_, std::move(poses));
  const auto coordinates = std::exchange(coordinates_, {});
  const auto rates = std::exchange(rates_, {});
  const bool same_view = view_ == view_of_pins();
  view_ = view_of_pins();
  for (const KeyPose& pose : poses_) {
    const auto same = std::ranges::find_if(before, [&](const KeyPose& known) {
      return known.positions == pose.positions &&
             known.velocities.cols() == pose.velocities.cols() &&
             known.velocities == pose.velocities;
    });
    if (same == before.end() || !same_view) {
      take_apart(pose);
      continue;
    }
    const auto index = static_cast<std::size_t>(same - before.begin());
    coordinates_.push_back(coordinates[index]);
    rates_.push_back(rates[index]);
  }
  times_ = times_of(poses_);
  held_ = HeldPath(space_->body(), poses_, holds_);
  ways_->set(*space_, coordinates_);
  rigid_keys_ = rigid_keys();
  held_.follow(turns_around_holds(*space_, coordinates_, rigid_keys_, holds_));
  set(settings);
}

void PoseInterpolation::set(const PoseSettings& settings) {
  settings.validate();
  if (settings.loop) check_loop(poses_);
  settings_ = settings;
  choose_shapes();
  tracks_.clear();
  const std::vector<Oscillator> modes = controlled_oscillators(eigenvalues_, settings.spectrum);
  for (std::ptrdiff_t k = 0; k < eigenvalues_.size(); ++k)
    tracks_.push_back(track_of(k, modes[static_cast<std::size_t>(k)]));
  missed_ = missed_rates_ = MatX::Zero(eigenvalues_.size(), std::ssize(poses_));
  for (std::size_t i = 0; i < poses_.size(); ++i)
    for (std::size_t k = 0; k < tracks_.size(); ++k) {
      const auto row = static_cast<Eigen::Index>(k), column = static_cast<Eigen::Index>(i);
      const Eigen::Vector2d state = raw_state(k, times_[i]);
      missed_(row, column) = amplitudes_of_pose(i)[row] - state[0];
      if (rates_[i]) missed_rates_(row, column) = rates_[i]->amplitudes[row] - state[1];
    }
  shares_ = modes.empty() ? std::nullopt : shares_as(modes.back());
  path_.reset();
  if (space_->body().pins.empty())
    path_.emplace(rigid_keys_, settings.centre, settings.gravity, settings.loop);
}

// Amplitudes of all poses by the chosen method, and what these leave.
void PoseInterpolation::choose_shapes() {
  others_.clear();
  const PoseShapes kind = settings_.shapes;
  if (kind == PoseShapes::rotation_strain) return;
  if (!other_shapes_) other_shapes_.emplace(space_->body(), space_->shapes());
  for (std::size_t i = 0; i < poses_.size(); ++i) {
    const Eigen::Matrix3Xf shape = space_->unplaced(poses_[i].positions, coordinates_[i].placement);
    const VecX z = other_shapes_->amplitudes_of(kind, shape, coordinates_[i].amplitudes);
    others_.push_back({z, shape - other_shapes_->shape_of(kind, z)});
  }
}

const VecX& PoseInterpolation::amplitudes_of_pose(std::size_t pose) const {
  return others_.empty() ? coordinates_[pose].amplitudes : others_[pose].amplitudes;
}

std::vector<RigidKey> PoseInterpolation::rigid_keys() const {
  std::vector<RigidKey> keys;
  for (std::size_t i = 0; i < poses_.size(); ++i) {
    const auto& [rotation, translation] = coordinates_[i].placement;
    keys.push_back({times_[i], rotation, rotation * space_->rest_centre() + translation,
                    poses_[i].more_turns.value_or(0)});
    if (!rates_[i]) continue;
    keys.back().velocity = rates_[i]->centre;
    keys.back().spin = rates_[i]->spin;
  }
  return keys;
}

WigglySplineOptions PoseInterpolation::spline_options(const Oscillator& mode) const {
  const double duration = times_.back() - times_.front();
  // As of a mode that noise has driven for ever, and calm enough where it is hardly damped.
  WigglySplineOptions options = {.loop = settings_.loop,
                                 .end_velocity = 4 * std::max(mode.decay, 1 / duration)};
  if (settings_.settles_at == SettlesAt::rest) return options;
  // What settles at poses has no need of a running start: before the first, and after the last, it
  // stands still.
  options.rest = SpringRest::at_knots;
  options.end_velocity = std::max(options.end_velocity, 4 * mode.frequency);
  return options;
}

PoseInterpolation::Track PoseInterpolation::track_of(std::ptrdiff_t mode,
                                                     const Oscillator& oscillator) const {
  if (settings_.between == BetweenPoses::wiggly) {
    std::vector<ModalKnot> knots;
    for (std::size_t i = 0; i < poses_.size(); ++i) {
      knots.push_back({times_[i], amplitudes_of_pose(i)[mode]});
      if (rates_[i]) knots.back().velocity = rates_[i]->amplitudes[mode];
    }
    return WigglySpline(oscillator, knots, spline_options(oscillator));
  }
  const double duration = times_.back() - times_.front();
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
  return Swing{FreeSwing(used, duration, first - middle, last - middle), middle};
}

Eigen::Vector2d PoseInterpolation::raw_state(std::size_t mode, double time) const {
  if (const auto* spline = std::get_if<WigglySpline>(&tracks_[mode])) return spline->state(time);
  const auto& [motion, middle] = std::get<Swing>(tracks_[mode]);
  const double passed = time - times_.front();
  return {middle + motion.position(passed), motion.velocity(passed)};
}

VecX PoseInterpolation::amplitudes(double time) const {
  VecX z(eigenvalues_.size());
  for (std::ptrdiff_t k = 0; k < z.size(); ++k)
    z[k] = raw_state(static_cast<std::size_t>(k), time)[0];
  return z + corrections(time);
}

VecX PoseInterpolation::corrections(double time) const {
  VecX sum = VecX::Zero(eigenvalues_.size());
  for (std::size_t i = 0; i < poses_.size(); ++i) {
    const auto column = static_cast<std::ptrdiff_t>(i);
    sum += pose_share(times_, i, time) * missed_.col(column) +
           pose_rate_share(times_, i, time) * missed_rates_.col(column);
  }
  return sum;
}

// Shapes that settle at poses are made of modes that go from pose to pose: what these leave goes as
// the stiffest of them.
std::optional<SwingingShare> PoseInterpolation::shares_as(const Oscillator& mode) const {
  if (settings_.between != BetweenPoses::wiggly || settings_.settles_at != SettlesAt::poses)
    return {};
  std::vector<bool> passed;
  for (const auto& rate : rates_) passed.push_back(rate.has_value());
  return SwingingShare(mode, times_, passed, spline_options(mode));
}

}  // namespace retake
