#pragma once
#include <Eigen/Cholesky>

#include "retake/elasticity/body.h"
#include "retake/interpolation/pose_settings.h"

namespace retake {

// Shapes of modal amplitudes as others make them, for comparison (Huang 2011, section 2.5).
//
//   linear          r + W z
//   modal warping   r + R(Ω z) W z per vertex (Choi and Ko 2005): R(w) = ∫₀¹ exp(s w) ds, and Ω z
//                   the rotation vector of a vertex, the mean over its elements (eq. 16)
class OtherShapes {
 public:
  OtherShapes(const Body& body, const Eigen::MatrixXf& shapes);  // W: 3n x modes

  // Positions in the axes of the rest shape, 3 x n. `kind` is not rotation_strain, here and below.
  Eigen::Matrix3Xf shape_of(PoseShapes kind, const VecX& amplitudes) const;

  // z that comes nearest to a shape, by mass: Wᵀ M u, and for modal warping a descent from `start`
  // (eq. 17). Only from the answer of rotations and strains does it get anywhere, says the paper.
  VecX amplitudes_of(PoseShapes kind, const Eigen::Matrix3Xf& shape, const VecX& start) const;

 private:
  Points displacement(PoseShapes kind, const VecX& amplitudes) const;
  MatX warped_jacobian(const VecX& amplitudes) const;  // 3n x modes
  VecX descend(const Points& goal, VecX amplitudes) const;

  Points rest_;
  VecX masses_;             // 3n: of each coordinate, by the whole
  MatX shapes_;             // W
  MatX rotations_;          // Ω: 3n x modes
  Eigen::LDLT<MatX> gram_;  // Wᵀ M W
};

}  // namespace retake
