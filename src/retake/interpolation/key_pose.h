#pragma once
#include <optional>
#include <string>
#include <vector>

#include "retake/elasticity/body.h"
#include "retake/interpolation/spectrum_controls.h"

namespace retake {

// A shape that the body takes at a time.
struct KeyPose {
  double time = 0;             // s
  Eigen::Matrix3Xf positions;  // 3 x n, world, m
  std::optional<int> more_turns =
      {};                            // of a free body, beyond the shorter way from the pose before
  Eigen::Matrix3Xf velocities = {};  // 3 x n, m/s, with which it is passed; empty: any
  std::string name = {};             // for messages; empty: its number
  double hold = 0;                   // s, for which the body stays about it
  std::optional<SpanCurves> span = {};  // of the way from it to the next pose
};

// A pose that is held is met twice, when it comes and when it goes: these two in its place, with no
// turn between them. The first of them keeps `hold`, the second alone has `span`.
std::vector<KeyPose> with_ends_of_holds(const std::vector<KeyPose>& poses);

// How messages call a pose.
std::string title_of(const std::vector<KeyPose>& poses, std::size_t index);

// Throws InputError that names the pose: fewer than two poses, times that do not rise, another
// number of vertices, positions that are no numbers, elements inside out or without area, a
// mirrored pose, turns of a body that pins hold, a hold that reaches the next pose or is passed
// with a velocity. A pose like the one before it is refused too,
// since nothing tells whether the body stands still or makes a whole turn, unless `more_turns` says
// so.
void check_poses(const Body& body, const std::vector<KeyPose>& poses);

// The part of it that does not look at shapes one by one: how many there are, their times, turns,
// and whether a pose is like the one before it.
void check_pose_order(const Body& body, const std::vector<KeyPose>& poses);

// Throws InputError where the last pose is not the first again.
void check_loop(const std::vector<KeyPose>& poses);

// Throws InputError where a span has curves of its own: for a free swing from the first pose to the
// last, which has one frequency and one damping a mode (eqs. 12-15).
void check_one_swing(const std::vector<KeyPose>& poses);

}  // namespace retake
