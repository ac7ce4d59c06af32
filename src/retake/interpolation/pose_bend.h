#pragma once
#include <map>
#include <memory>
#include <vector>

#include "retake/modes/modes.h"
#include "retake/rotation_strain/warp.h"

namespace retake {

// A vertex of a pose and where it shall be.
struct BentPoint {
  int vertex = 0;
  Vec3 target = Vec3::Zero();  // world, m
};

// Bends a pose by some of its vertices: all of them are met, and the rest of the body takes the
// nearest elastic pose. Of all amplitudes z of the modes the ones with the least ½ zᵀ Λ z (energy;
// Λ the eigenvalues, shapes mass-normalized) under which the warped pose has the points at their
// targets:
//
//   z = A Jᵀ (J A Jᵀ)⁻¹ (target - p(z) + J z),   A = Λ⁻¹,   J = ∂p/∂z,
//
// until it stands still: conditioning, as in spacetime/, with one frame and no time. What can move
// as a whole does so as easily as the softest mode bends: pulled at one point a free body follows
// and bends, held at three it bends alone.
class PoseBend {
 public:
  PoseBend(const Body& body, const Modes& modes, const Eigen::Matrix3Xf& pose);

  struct Bent {
    Eigen::Matrix3Xf positions;  // 3 x n, world; the pose to the bit where its points are met
    double miss = 0;             // m, largest distance of a point to its target
    int iterations = 0;
  };
  // From where the last call ended: a hand that moves is followed in a few iterations. Where the
  // body would have to turn inside out, it stays where it could last go.
  Bent bend(const std::vector<BentPoint>& points);

 private:
  struct Realized {
    VecX positions;  // 3 x points
    MatX J;          // 3 points x modes
    double smallest_stretch = 1;
  };
  Eigen::Matrix3Xf linear_edit(const VecX& z) const;
  Realized realize(const std::vector<BentPoint>& points, const VecX& z,
                   Warp::WithGradient gradient);
  int approach(const std::vector<BentPoint>& points, const VecX& targets);
  VecX step(const Realized& at, const VecX& targets) const;
  const Warp::Probe& probe_of(int vertex);

  Eigen::Matrix3Xf pose_;
  Eigen::MatrixXf shapes_;  // 3n x (modes and what is rigid)
  VecX compliance_;         // 1 / eigenvalue of each
  Warp warp_;
  double size_;
  std::map<int, std::shared_ptr<const Warp::Probe>> probes_;
  VecX z_;
};

}  // namespace retake
