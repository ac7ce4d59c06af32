#pragma once
#include "retake/interpolation/pin_groups.h"
#include "retake/rotation_strain/warp.h"

namespace retake {

// What the kept modes cannot say of a pose. Blended over time it brings the motion to its poses.
struct PoseRemainder {
  // Per element [w]ₓ + S - I less the gradient of the modes' displacement: rotation vector w, past
  // π where the element turns that far, and stretch S. 9 x elements, matrices by columns.
  Eigen::Matrix<float, 9, Eigen::Dynamic> elements;
  // Next to whole turns the axis of w is a neighbour's, since its own is noise; the rotation vector
  // that is missing then, R = exp(w) exp(correction). 3 x elements.
  Eigen::Matrix3Xf corrections;
  PinCoordinates pins;       // of the body's pins
  Eigen::Matrix3Xf centres;  // of the pieces that no pin holds, beyond what modes do
  Eigen::Matrix3Xf offsets;  // what rounding leaves, of all vertices

  void add(float share, const PoseRemainder& other);
};

// A pose as rotations and strains (Huang 2011, section 2.1), and these as modes (2.2.3).
struct PoseCoordinates {
  // Of a body without pins, or one that its pins place; the rest is in the axes of the rest shape.
  Placement placement;
  VecX amplitudes;  // z: least Σ V |y - ∇(shapes z)|², by the pseudo-inverse
  PoseRemainder remainder;
};

// How fast they change in a pose that is passed with velocities.
struct PoseRate {
  VecX amplitudes;
  PoseRemainder remainder;
  Vec3 centre = Vec3::Zero();  // of the rest shape's centre of mass, as placed, m/s
  Vec3 spin = Vec3::Zero();    // of the placement, rad/s
};

}  // namespace retake
