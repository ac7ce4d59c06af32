#pragma once
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "retake/interpolation/oscillator_adjustment.h"
#include "retake/interpolation/pose_space.h"
#include "retake/interpolation/rigid_path.h"
#include "retake/interpolation/spectrum_controls.h"

// A few poses become a lively motion (Huang, Tong, Zhou, Bao and Desbrun 2011): each pose is taken
// apart into amplitudes of modes, each mode moves through its amplitudes as a spring would, and
// every frame is put together again by rotations and strains.
namespace retake {

struct KeyPose {
  double time = 0;             // s
  Eigen::Matrix3Xf positions;  // 3 x n, world, m
  int more_turns = 0;          // of a free body, beyond the shorter way from the pose before
};

// What a mode does between the poses.
enum class BetweenPoses {
  wiggly,  // least control force through all of them (Kass and Anderson 2008)
  swing,   // a free swing from the first to the last, led to those in between (eqs. 12-15, 19, 20)
};

struct PoseSettings {
  BetweenPoses between = BetweenPoses::wiggly;
  SpectrumControls spectrum;
  bool adjust = true;  // `swing`: frequency and damping by eq. 15
  AdjustmentWeights adjustment;
  double rest_shift = 0;  // `swing`, β: swings about (1-β) first + β last (section 4.3)
  bool loop = false;      // `wiggly`: the last pose leads on to the first
  CentrePath centre = CentrePath::spline;
  Vec3 gravity = {0, -9.81, 0};  // m/s², for CentrePath::ballistic
};

class PoseInterpolation {
 public:
  // Poses with times that rise, two at least: the expensive part.
  PoseInterpolation(const Body& body, const Modes& modes, std::vector<KeyPose> poses,
                    Progress& progress = Progress::silent());

  // New curves, new motion: microseconds a mode.
  void set(const PoseSettings& settings);

  // World positions at a time. Every pose is met, whatever the settings.
  Eigen::Matrix3Xf frame(double time) const;
  VecX amplitudes(double time) const;  // z(t), for plots
  const std::vector<PoseCoordinates>& coordinates() const { return coordinates_; }

 private:
  struct Swing {
    FreeSwing motion;
    double middle;  // about which it swings
  };
  using Track = std::variant<WigglySpline, Swing>;

  Track track_of(std::ptrdiff_t mode, const Oscillator& oscillator) const;
  double raw_amplitude(std::size_t mode, double time) const;
  VecX corrections(double time) const;

  Eigen::VectorXd eigenvalues_;
  PoseSpace space_;
  std::vector<KeyPose> poses_;
  std::vector<PoseCoordinates> coordinates_;
  PoseSettings settings_;
  std::vector<Track> tracks_;  // one per mode
  MatX missed_;                // modes x poses: what the tracks miss (Δ of eq. 19)
  std::optional<RigidPath> path_;
};

// How much of pose k shows at a time: 1 at the pose, 0 at its neighbours, level at all three
// (eq. 20); the shares of all poses sum to 1.
double pose_share(std::span<const double> times, std::size_t k, double time);

}  // namespace retake
