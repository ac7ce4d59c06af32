#pragma once
#include <limits>
#include <optional>
#include <string>

#include "retake/rotation_strain/warp.h"

namespace retake {

enum class WishKind {
  position,  // the point stands at `target`
  relative,  // the point stands at `target` from `other` (an offset, world axes)
  velocity,  // the point moves with `target`, m/s, to the next frame (see held_points.h)
  pin,       // the point stays where the input has it
  pose,      // the whole body takes the pose
};

// What a wish does where meeting it would move the body more than three times as far as the hand:
// it yields (free), or it pulls on until elements are at their limits (locked).
enum class StiffAxes { free, locked };

// A wish about the motion: hard, or as strong as its weight.
struct Wish {
  static constexpr double hard = std::numeric_limits<double>::infinity();

  std::string name;  // for reports; may be empty
  WishKind kind = WishKind::position;
  int frame = 0;
  WeightedPoint point;  // one vertex of weight 1, or a region with weights that sum to 1
  WeightedPoint other;  // for `relative`
  Vec3 target = Vec3::Zero();
  // Unit directions, world axes, along which the wish counts: x, y and z unless said otherwise.
  Eigen::Matrix3Xd directions = Mat3::Identity();
  // Soft: against the body's own resistance there, 1 goes half of the way, 9 nine tenths.
  double weight = hard;
  StiffAxes stiff_axes = StiffAxes::free;
  Eigen::Matrix3Xf pose;  // 3 x n, for `pose`
  int first_vertex = 0;   // of the pose: of a stack of bodies, it may be of one of them alone
};

}  // namespace retake
