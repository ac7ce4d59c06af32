#pragma once
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "retake/interpolation/key_pose.h"
#include "retake/interpolation/other_shapes.h"
#include "retake/interpolation/pin_ways.h"
#include "retake/interpolation/pose_hold.h"
#include "retake/interpolation/pose_settings.h"
#include "retake/interpolation/pose_share.h"
#include "retake/interpolation/pose_space.h"
#include "retake/interpolation/rigid_path.h"
#include "retake/interpolation/swinging_share.h"

// A few poses become a lively motion (Huang, Tong, Zhou, Bao and Desbrun 2011): taken apart into
// amplitudes of modes, which move as springs would, and put together by rotations and strains.
namespace retake {

class PoseInterpolation {
 public:
  // Poses that check_poses() takes: the expensive part.
  PoseInterpolation(const Body& body, const Modes& modes, const std::vector<KeyPose>& poses,
                    Progress& progress = Progress::silent())
      : PoseInterpolation(body, modes, poses, {}, progress) {}
  // The same with vertices that do not swing.
  PoseInterpolation(const Body& body, const Modes& modes, const std::vector<KeyPose>& poses,
                    const std::vector<PoseHold>& holds, Progress& progress = Progress::silent());

  // Other poses, or other times, with the same holds: only new shapes are taken apart.
  void set(const std::vector<KeyPose>& poses, const PoseSettings& settings);

  // New curves, new motion: microseconds a mode.
  void set(const PoseSettings& settings);

  // World positions at a time. Every pose is met, and passed with the velocities that it has. One
  // that is held is met at both ends; in between modes settle about it.
  Eigen::Matrix3Xf frame(double time) const;

  // Secondary motion (section 3, γ): so much of the modes of `still` (0 to 1) gives way to z(t).
  Eigen::Matrix3Xf frame_about(const Eigen::Matrix3Xf& still, double time, double share) const;

  // Between two of the poses, by rotations and strains: 0 the first, 1 the second.
  Eigen::Matrix3Xf blended(std::size_t first, std::size_t second, double share) const;

  VecX amplitudes(double time) const;  // z(t), for plots
  // The plain cubic spline through the amplitudes of a mode at the poses, for plots.
  WigglySpline plain_spline(std::ptrdiff_t mode) const;
  // Of the poses, one that is held twice: when it comes and when it goes.
  const std::vector<PoseCoordinates>& coordinates() const { return coordinates_; }
  const std::vector<double>& times() const { return times_; }  // s
  const Eigen::VectorXd& eigenvalues() const { return eigenvalues_; }
  const PoseSpace& space() const { return *space_; }

 private:
  struct Swing {
    FreeSwing motion;
    double middle;  // about which it swings
  };
  using Track = std::variant<WigglySpline, Swing>;
  struct OtherCoordinates {  // of a pose by another method than rotations and strains
    VecX amplitudes;
    Eigen::Matrix3Xf offsets;  // what modes leave
  };

  bool ends_hold(std::size_t pose) const { return pose > 0 && poses_[pose - 1].hold > 0; }
  std::size_t index_of(std::size_t given) const;  // among poses_
  void take_apart(std::size_t pose);
  PoseSpace::PinView view_of_pins() const;
  void choose_shapes();
  const VecX& amplitudes_of_pose(std::size_t pose) const;
  std::size_t curves_on(std::size_t span) const;
  void set_oscillators();
  std::vector<ModalSpan> spans_of(std::ptrdiff_t mode) const;
  WigglySplineOptions spline_options(std::span<const ModalSpan> spans) const;
  Track track_of(std::ptrdiff_t mode) const;
  Swing swing_of(std::ptrdiff_t mode) const;
  double time_of_swing(double time) const;
  std::vector<RigidKey> rigid_keys() const;
  Placement placement_at(double time) const;
  VecX shares_at(double time) const, rate_shares_at(double time) const;  // of all poses
  Eigen::Vector2d raw_state(std::size_t mode, double time) const;        // amplitude and its rate
  VecX corrections(double time) const;
  std::optional<SwingingShare> shares_as(std::ptrdiff_t mode) const;
  double share_of(std::size_t pose, double time) const;
  PoseRemainder remainder_at(double time) const;
  Eigen::Matrix3Xf shape_at(double time, const Placement& placement) const;

  Eigen::VectorXd eigenvalues_;
  std::vector<KeyPose> poses_;  // with_ends_of_holds()
  std::vector<double> times_;   // of these
  std::vector<PoseHold> holds_;
  HeldPath held_;
  std::shared_ptr<const PoseSpace> space_;  // copies share it
  PoseSpace::PinView view_;
  std::vector<PoseCoordinates> coordinates_;
  std::vector<std::optional<PoseRate>> rates_;  // where velocities are given
  std::optional<OtherShapes> other_shapes_;     // made where they are asked for
  std::vector<OtherCoordinates> others_;        // of the poses; empty: rotations and strains
  PoseSettings settings_;
  // Of all modes, [0] between all poses, then those of spans that have curves of their own; and
  // which of them each span takes.
  std::vector<std::vector<Oscillator>> oscillators_;
  std::vector<std::size_t> oscillators_on_;
  std::vector<Track> tracks_;            // one per mode
  std::optional<SwingingShare> shares_;  // of what modes leave; none: pose_share()
  MatX missed_, missed_rates_;           // modes x poses: what the tracks miss (Δ of eq. 19)
  std::vector<RigidKey> rigid_keys_;
  std::optional<RigidPath> path_;  // of a body without pins
  std::optional<PinWays> ways_;    // of the others
};

}  // namespace retake
