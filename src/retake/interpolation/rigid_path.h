#pragma once
#include <optional>
#include <vector>

#include "retake/interpolation/pose_settings.h"
#include "retake/interpolation/wiggly_spline.h"
#include "retake/rotation_strain/warp.h"

namespace retake {

struct RigidKey {
  double time = 0;  // s
  Mat3 rotation = Mat3::Identity();
  Vec3 centre = Vec3::Zero();  // world, m
  int more_turns = 0;          // whole turns beyond the shorter way from the key before
  std::optional<Vec3> velocity = {}, spin = {};  // with which it is passed, m/s, rad/s
  bool held = false;                             // until the next key, which is the same
};

// The rotation vector from one key to the next; half a turn may go either way.
Vec3 turn_between(const RigidKey& from, const RigidKey& to);

// Keys carried on by shares of each (sum 1) and of their rates (s), in place of a path of their
// own: R = exp(b_n w_n) ... exp(b_0 w_0) R_0 as below, with b_k the shares of all keys after k.
struct RigidState {
  Mat3 rotation = Mat3::Identity();
  Vec3 centre = Vec3::Zero();
};
RigidState carried_by_shares(const std::vector<RigidKey>& keys, const VecX& shares,
                             const VecX& rate_shares);

// The rigid part of a free body's motion through keys.
//
// Rotations: with w_k the rotation vector from key k to the next and b_k(t) the natural cubic
// spline that is 0 up to key k and 1 from key k + 1 on, R(t) = exp(b_n w_n) ... exp(b_0 w_0) R_0.
// Two keys turn at an even rate; turns about one axis are the spline of their angles. Where a spin
// is given, exp(r(t)) R(t) with the cubic Hermite r that is 0 at the keys has it there. In a loop
// b_k(t) - t/period is a periodic spline, and first and last key have the mean of their spins.
//
// Between two keys that hold the body it stands still.
//
// The centre takes a given velocity over on any path: lines and parabolas are bent to it, on both
// sides of the key, by the same cubic.
class RigidPath {
 public:
  // Times rise. Loop: the last key is the first one again.
  RigidPath(std::vector<RigidKey> keys, CentrePath kind, const Vec3& gravity, bool loop);

  Mat3 rotation(double time) const;
  Vec3 centre(double time) const;

 private:
  std::size_t span_of(double time) const;
  Eigen::Vector2d step(std::size_t k, double time) const;  // b_k and its rate
  void close_seam();
  Mat3 turned(double time) const;  // without the given spins
  Vec3 spin_of_turns(double time) const;

  std::vector<RigidKey> keys_;
  CentrePath kind_;
  Vec3 gravity_;                     // m/s²
  std::vector<Vec3> turns_;          // w_k
  double drift_ = 0;                 // 1/s: in a loop, of all b_k
  std::vector<WigglySpline> steps_;  // b_k less its drift
  std::vector<WigglySpline> axes_;   // x, y, z of the centre
  std::vector<double> times_;
  std::vector<Vec3> more_spin_;  // at each key: what is given, less what the turns do
};

}  // namespace retake
