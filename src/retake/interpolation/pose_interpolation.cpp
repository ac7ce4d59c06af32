#include "retake/interpolation/pose_interpolation.h"

#include <algorithm>
#include <cmath>

#include "retake/numerics/errors.h"

namespace retake {
namespace {

double smooth_step(double s) { return s * s * (3 - 2 * s); }

void check_times(const std::vector<KeyPose>& poses) {
  if (poses.size() < 2)
    throw InputError({.what = "a motion between poses needs two poses at least",
                      .found = std::to_string(poses.size())});
  for (std::size_t k = 0; k + 1 < poses.size(); ++k)
    if (!(poses[k].time < poses[k + 1].time))
      throw InputError({.what = "two poses at one time, or in the wrong order",
                        .where = "poses " + std::to_string(k) + " and " + std::to_string(k + 1),
                        .found = std::to_string(poses[k].time) + " s and " +
                                 std::to_string(poses[k + 1].time) + " s",
                        .advice = "move one of them"});
}

std::vector<double> times_of(const std::vector<KeyPose>& poses) {
  std::vector<double> times;
  for (const KeyPose& pose : poses) times.push_back(pose.time);
  return times;
}

}  // namespace

double pose_share(std::span<const double> times, std::size_t k, double time) {
  const double t = std::clamp(time, times.front(), times.back());
  if (t <= times[k])
    return k == 0 || t <= times[k - 1]
               ? (t == times[k] ? 1 : 0)
               : smooth_step((t - times[k - 1]) / (times[k] - times[k - 1]));
  return k + 1 == times.size() || t >= times[k + 1]
             ? 0
             : smooth_step((times[k + 1] - t) / (times[k + 1] - times[k]));
}

PoseInterpolation::PoseInterpolation(const Body& body, const Modes& modes,
                                     std::vector<KeyPose> poses, Progress& progress)
    : eigenvalues_(modes.eigenvalues), space_(body, modes), poses_(std::move(poses)) {
  check_times(poses_);
  for (const KeyPose& pose : poses_) {
    coordinates_.push_back(space_.coordinates_of(pose.positions));
    progress.update("poses",
                    static_cast<double>(coordinates_.size()) / static_cast<double>(poses_.size()));
  }
  set({});
}

void PoseInterpolation::set(const PoseSettings& settings) {
  settings_ = settings;
  tracks_.clear();
  const std::vector<Oscillator> modes = controlled_oscillators(eigenvalues_, settings.spectrum);
  for (std::ptrdiff_t k = 0; k < eigenvalues_.size(); ++k)
    tracks_.push_back(track_of(k, modes[static_cast<std::size_t>(k)]));
  missed_.resize(eigenvalues_.size(), std::ssize(poses_));
  for (std::size_t i = 0; i < poses_.size(); ++i)
    for (std::size_t k = 0; k < tracks_.size(); ++k) {
      const auto row = static_cast<std::ptrdiff_t>(k), column = static_cast<std::ptrdiff_t>(i);
      missed_(row, column) = coordinates_[i].amplitudes[row] - raw_amplitude(k, poses_[i].time);
    }
  std::vector<RigidKey> keys;
  for (std::size_t i = 0; i < poses_.size(); ++i) {
    const auto& [rotation, translation] = coordinates_[i].placement;
    keys.push_back({poses_[i].time, rotation, rotation * space_.rest_centre() + translation,
                    poses_[i].more_turns});
  }
  path_.emplace(std::move(keys), settings.centre, settings.gravity, settings.loop);
}

PoseInterpolation::Track PoseInterpolation::track_of(std::ptrdiff_t mode,
                                                     const Oscillator& oscillator) const {
  const double duration = poses_.back().time - poses_.front().time;
  if (settings_.between == BetweenPoses::wiggly) {
    std::vector<ModalKnot> knots;
    for (std::size_t i = 0; i < poses_.size(); ++i)
      knots.push_back({poses_[i].time, coordinates_[i].amplitudes[mode]});
    // As of a mode that noise has driven for ever, and calm enough where it is hardly damped.
    const double end_velocity = 4 * std::max(oscillator.decay, 1 / duration);
    return WigglySpline(oscillator, knots, {.loop = settings_.loop, .end_velocity = end_velocity});
  }
  const double first = coordinates_.front().amplitudes[mode];
  const double last = coordinates_.back().amplitudes[mode];
  const double middle = settings_.rest_shift == 0
                            ? 0
                            : (1 - settings_.rest_shift) * first + settings_.rest_shift * last;
  const Oscillator used = settings_.adjust
                              ? adjusted_oscillator(oscillator, duration, first - middle,
                                                    last - middle, settings_.adjustment)
                              : oscillator;
  return Swing{FreeSwing(used, duration, first - middle, last - middle), middle};
}

double PoseInterpolation::raw_amplitude(std::size_t mode, double time) const {
  if (const auto* spline = std::get_if<WigglySpline>(&tracks_[mode])) return spline->position(time);
  const auto& [motion, middle] = std::get<Swing>(tracks_[mode]);
  return middle + motion.position(time - poses_.front().time);
}

VecX PoseInterpolation::amplitudes(double time) const {
  VecX z(eigenvalues_.size());
  for (std::ptrdiff_t k = 0; k < z.size(); ++k)
    z[k] = raw_amplitude(static_cast<std::size_t>(k), time);
  return z + corrections(time);
}

VecX PoseInterpolation::corrections(double time) const {
  const std::vector<double> times = times_of(poses_);
  VecX sum = VecX::Zero(eigenvalues_.size());
  for (std::size_t i = 0; i < poses_.size(); ++i)
    sum += pose_share(times, i, time) * missed_.col(static_cast<std::ptrdiff_t>(i));
  return sum;
}

Eigen::Matrix3Xf PoseInterpolation::frame(double time) const {
  const std::vector<double> times = times_of(poses_);
  const double t = std::clamp(time, times.front(), times.back());
  PoseRemainder remainder = space_.nothing();
  for (std::size_t i = 0; i < poses_.size(); ++i)
    if (const double share = pose_share(times, i, t); share != 0)
      remainder.add(static_cast<float>(share), coordinates_[i].remainder);
  const Eigen::Matrix3Xf shape = space_.shape_of(amplitudes(t), remainder);
  const Mat3 rotation = path_->rotation(t);
  const Vec3 translation = path_->centre(t) - rotation * space_.rest_centre();
  return ((rotation * shape.cast<double>()).colwise() + translation).cast<float>();
}

}  // namespace retake
