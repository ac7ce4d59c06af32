#pragma once
#include "apps/server/engine/look.h"
#include "apps/server/engine/open_shot.h"
#include "apps/server/engine/strain.h"

namespace retake::server {

// A number for every vertex of a picture, for the overlays.
class HeatMaker {
 public:
  explicit HeatMaker(const OpenShot& shot);

  // `positions`: what the look shows. Nothing for Heat::none.
  Eigen::VectorXf of(const Look& look, const Eigen::Matrix3Xf& positions) const;

 private:
  Eigen::VectorXf handle_error(int frame) const;

  const OpenShot& shot_;
  StrainMeter strain_;
};

// How deep each vertex is inside of an obstacle, m; 0: outside.
Eigen::VectorXf penetration(const std::vector<Obstacle>& obstacles,
                            const Eigen::Matrix3Xf& positions);

}  // namespace retake::server
