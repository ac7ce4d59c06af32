#pragma once
#include <memory>
#include <vector>

#include <Eigen/Cholesky>

#include "retake/interpolation/pose_element.h"
#include "retake/modes/modes.h"
#include "retake/rotation_strain/poisson.h"

namespace retake {

// What the kept modes cannot say of a pose. Blended over time it brings the motion to its poses.
struct PoseRemainder {
  // Per element [w]ₓ + S - I less the gradient of the modes' displacement: rotation vector w, past
  // π where the element turns that far, and stretch S. 9 x elements, matrices by columns.
  Eigen::Matrix<float, 9, Eigen::Dynamic> elements;
  // Next to whole turns the axis of w is a neighbour's, since its own is noise; the rotation vector
  // that is missing then, R = exp(w) exp(correction). 3 x elements.
  Eigen::Matrix3Xf corrections;
  Eigen::Matrix3Xf pins;     // displacements of the body's pins, m
  Eigen::Matrix3Xf centres;  // of the pieces that no pin holds, beyond what modes do
  Eigen::Matrix3Xf offsets;  // what rounding leaves, of all vertices

  void add(float share, const PoseRemainder& other);
};

// A pose as rotations and strains (Huang 2011, section 2.1), and these as modes (2.2.3).
struct PoseCoordinates {
  Placement placement;  // of a body without pins; the rest is in the axes of the rest shape
  VecX amplitudes;      // z: least Σ V |y - ∇(shapes z)|², by the pseudo-inverse
  PoseRemainder remainder;
};

// How fast they change in a pose that is passed with velocities.
struct PoseRate {
  VecX amplitudes;
  PoseRemainder remainder;
  Vec3 centre = Vec3::Zero();  // of the rest shape's centre of mass, as placed, m/s
  Vec3 spin = Vec3::Zero();    // of the placement, rad/s
};

// Between poses and coordinates, for one body and its modes.
class PoseSpace {
 public:
  // `held`: vertices, besides pins, that shape_of is told the places of.
  PoseSpace(const Body& body, const Modes& modes, std::vector<int> held = {});

  // Of a pose that check_poses() takes.
  PoseCoordinates coordinates_of(const Eigen::Matrix3Xf& pose) const;

  // By central differences, of a pose and velocities (3 x n, m/s).
  PoseRate rate_of(const Eigen::Matrix3Xf& pose, const Eigen::Matrix3Xf& velocities) const;

  // The body, in the axes of its rest shape, whose gradients come nearest to exp(w) S (eq. 1).
  // `held`: where the held vertices are, in the same axes.
  Eigen::Matrix3Xf shape_of(const VecX& amplitudes, const PoseRemainder& remainder,
                            const Eigen::Matrix3Xf& held = {}) const;

  PoseRemainder nothing() const;
  const Body& body() const { return body_; }
  const Eigen::MatrixXf& shapes() const { return shapes_; }  // 3n x modes
  Vec3 rest_centre() const { return rest_centre_; }          // of mass
  Eigen::Matrix3Xf unplaced(const Eigen::Matrix3Xf& pose, const Placement& placement) const;

 private:
  struct ElementPose {
    Mat3 coordinates;  // [w]ₓ + S - I
    Vec3 correction;
  };
  std::vector<ElementPose> elements_of(const Eigen::Matrix3Xf& pose) const;
  VecX amplitudes_of(const std::vector<ElementPose>& elements) const;
  Eigen::Matrix3Xf displacement_of(const VecX& amplitudes) const;
  Eigen::Matrix3Xf integrated(const std::vector<Mat3>& gradients,
                              const Eigen::Matrix3Xf& held) const;
  Eigen::Matrix3Xf centres_of(const Eigen::Matrix3Xf& displacements) const;
  MatX gram_of_gradients() const;

  Body body_;
  std::vector<int> held_;
  Eigen::Matrix3Xf rest_;
  std::vector<ElementShape> elements_;  // weights relative to their mean
  ElementGeometry geometry_;            // the same in the order of windings
  PoissonSystem poisson_;
  Eigen::MatrixXf shapes_;        // 3n x modes
  Eigen::LDLT<MatX> projection_;  // Σ V (∇shapes)ᵀ ∇shapes
  Vec3 rest_centre_;
};

}  // namespace retake
