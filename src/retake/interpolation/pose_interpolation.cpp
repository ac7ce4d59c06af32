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

std::vector<KeyPose> checked(const Body& body, const std::vector<KeyPose>& poses) {
  check_poses(body, poses);
  return with_ends_of_holds(poses);
}

}  // namespace

PoseInterpolation::PoseInterpolation(const Body& body, const Modes& modes,
                                     const std::vector<KeyPose>& poses,
                                     const std::vector<PoseHold>& holds, Progress& progress)
    : eigenvalues_(modes.eigenvalues),
      poses_(checked(body, poses)),
      times_(times_of(poses_)),
      holds_(holds),
      held_(body, poses_, holds_),
      space_(std::make_shared<const PoseSpace>(body, modes, held_.vertices())),
      view_(view_of_pins()) {
  for (std::size_t i = 0; i < poses_.size(); ++i) {
    take_apart(i);
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

void PoseInterpolation::take_apart(std::size_t index) {
  if (ends_hold(index)) {
    coordinates_.push_back(coordinates_.back());
    rates_.push_back(rates_.back());
    return;
  }
  const KeyPose& pose = poses_[index];
  coordinates_.push_back(space_->coordinates_of(pose.positions, view_));
  rates_.emplace_back();
  if (pose.velocities.cols() > 0)
    rates_.back() = space_->rate_of(pose.positions, pose.velocities, view_);
}

void PoseInterpolation::set(const std::vector<KeyPose>& poses, const PoseSettings& settings) {
  check_pose_order(space_->body(), poses);
  const std::vector<KeyPose> before = std::exchange(poses_, with_ends_of_holds(poses));
  const auto coordinates = std::exchange(coordinates_, {});
  const auto rates = std::exchange(rates_, {});
  const bool same_view = view_ == view_of_pins();
  view_ = view_of_pins();
  for (std::size_t i = 0; i < poses_.size(); ++i) {
    const KeyPose& pose = poses_[i];
    const auto same = std::ranges::find_if(before, [&](const KeyPose& known) {
      return known.positions == pose.positions &&
             known.velocities.cols() == pose.velocities.cols() &&
             known.velocities == pose.velocities;
    });
    if (same == before.end() || !same_view) {
      take_apart(i);
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
  if (settings.between == BetweenPoses::swing) check_one_swing(poses_);
  settings_ = settings;
  choose_shapes();
  set_oscillators();
  tracks_.clear();
  for (std::ptrdiff_t k = 0; k < eigenvalues_.size(); ++k) tracks_.push_back(track_of(k));
  missed_ = missed_rates_ = MatX::Zero(eigenvalues_.size(), std::ssize(poses_));
  for (std::size_t i = 0; i < poses_.size(); ++i)
    for (std::size_t k = 0; k < tracks_.size(); ++k) {
      const auto row = static_cast<Eigen::Index>(k), column = static_cast<Eigen::Index>(i);
      const Eigen::Vector2d state = raw_state(k, times_[i]);
      missed_(row, column) = amplitudes_of_pose(i)[row] - state[0];
      if (rates_[i]) missed_rates_(row, column) = rates_[i]->amplitudes[row] - state[1];
    }
  const std::ptrdiff_t stiffest = eigenvalues_.size() - 1;
  shares_ = stiffest < 0 ? std::nullopt : shares_as(stiffest);
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
    keys.back().held = poses_[i].hold > 0;
    if (!rates_[i]) continue;
    keys.back().velocity = rates_[i]->centre;
    keys.back().spin = rates_[i]->spin;
  }
  return keys;
}

std::size_t PoseInterpolation::index_of(std::size_t given) const {
  std::size_t index = 0;
  for (; index < poses_.size(); ++index)
    if (!ends_hold(index) && given-- == 0) break;
  return index;
}

VecX PoseInterpolation::amplitudes(double time) const {
  VecX z(eigenvalues_.size());
  for (std::ptrdiff_t k = 0; k < z.size(); ++k)
    z[k] = raw_state(static_cast<std::size_t>(k), time)[0];
  return z + corrections(time);
}

VecX PoseInterpolation::corrections(double time) const {
  VecX sum = VecX::Zero(eigenvalues_.size());
  const bool held = poses_[place_between(times_, time).pose].hold > 0;
  for (std::size_t i = 0; i < poses_.size(); ++i) {
    const auto column = static_cast<std::ptrdiff_t>(i);
    const double rate = held ? 0 : pose_rate_share(times_, i, time);
    sum += pose_share(times_, i, time) * missed_.col(column) + rate * missed_rates_.col(column);
  }
  return sum;
}

}  // namespace retake
