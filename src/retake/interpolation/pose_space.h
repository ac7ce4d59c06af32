#pragma once
#include <memory>
#include <vector>

#include <Eigen/Cholesky>

#include "retake/interpolation/pose_coordinates.h"
#include "retake/interpolation/pose_element.h"
#include "retake/modes/modes.h"
#include "retake/rotation_strain/poisson.h"

namespace retake {

// Between poses and coordinates, for one body and its modes.
class PoseSpace {
 public:
  // `held`: vertices, besides pins, that shape_of is told the places of.
  PoseSpace(const Body& body, const Modes& modes, std::vector<int> held = {});

  // How poses are seen from the pins: as one thing that carries the body (pins_go_together), or
  // from where they stand at rest, with turns counted from one of their groups.
  struct PinView {
    bool together = false;
    int stillest = 0;
    bool operator==(const PinView&) const = default;
  };

  // Of a pose that check_poses() takes.
  PoseCoordinates coordinates_of(const Eigen::Matrix3Xf& pose, const PinView& view) const;
  PoseCoordinates coordinates_of(const Eigen::Matrix3Xf& pose) const {
    return coordinates_of(pose, PinView());
  }

  // By central differences, of a pose and velocities (3 x n, m/s).
  PoseRate rate_of(const Eigen::Matrix3Xf& pose, const Eigen::Matrix3Xf& velocities,
                   const PinView& view) const;

  // The body, in the axes of its rest shape, whose gradients come nearest to exp(w) S (eq. 1).
  // `held`: where the held vertices are, in the same axes.
  Eigen::Matrix3Xf shape_of(const VecX& amplitudes, const PoseRemainder& remainder,
                            const Eigen::Matrix3Xf& held = {}) const;

  // F - I of all elements, and Gᵀ V of such matrices (3 x n).
  std::vector<Mat3> gradients_of(const VecX& amplitudes, const PoseRemainder& remainder) const;
  Points forces_of(const std::vector<Mat3>& gradients) const;

  // Mean rotation vector of the elements at some vertices, whole turns and all.
  Vec3 turn_around(const std::vector<int>& vertices, const PoseCoordinates& pose) const;

  PoseRemainder nothing() const;
  const PinGroups& pin_groups() const { return pins_; }
  const Body& body() const { return body_; }
  const Eigen::MatrixXf& shapes() const { return shapes_; }  // 3n x modes
  // Of mass; of the pins, if there are any: what a placement turns about.
  Vec3 rest_centre() const { return rest_centre_; }
  Eigen::Matrix3Xf unplaced(const Eigen::Matrix3Xf& pose, const Placement& placement) const;

 private:
  struct ElementPose {
    Mat3 coordinates;  // [w]ₓ + S - I
    Vec3 correction;
  };
  std::vector<ElementPose> elements_of(const Eigen::Matrix3Xf& pose, const PinView& view) const;
  VecX amplitudes_of(const std::vector<ElementPose>& elements) const;
  Eigen::Matrix3Xf displacement_of(const VecX& amplitudes) const;
  Eigen::Matrix3Xf integrated(std::vector<Mat3> gradients, const Eigen::Matrix3Xf& held) const;
  std::vector<Mat3> gradients_said(const Eigen::Matrix3Xf& said,
                                   const PoseRemainder& remainder) const;
  Placement placement_of(const Eigen::Matrix3Xf& pose, const PinView& view) const;
  Eigen::Matrix3Xf centres_of(const Eigen::Matrix3Xf& displacements) const;
  MatX gram_of_gradients() const;

  Body body_;
  std::vector<int> held_;
  Eigen::Matrix3Xf rest_;
  std::vector<ElementShape> elements_;  // weights relative to their mean
  PinGroups pins_;
  ElementGeometry geometry_;  // the same in the order of windings
  PoissonSystem poisson_;
  Eigen::MatrixXf shapes_;        // 3n x modes
  Eigen::LDLT<MatX> projection_;  // Σ V (∇shapes)ᵀ ∇shapes
  Vec3 rest_centre_;
};

}  // namespace retake
