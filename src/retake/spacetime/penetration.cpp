#include "retake/spacetime/penetration.h"

#include <algorithm>
#include <cstdlib>

namespace retake {

namespace {

constexpr double surface_margin =
    1e-7;  // of the body's size: more than the rounding of single precision

// How much deeper a point lies in an obstacle than its input did.
Violation violation_of(const Obstacle& obstacle, const Eigen::Vector3f& point,
                       const Eigen::Vector3f& input) {
  const SurfaceDistance now = distance_to(obstacle, point.cast<double>());
  if (now.distance >= 0) return {};
  const double before = std::min(0.0, distance_to(obstacle, input.cast<double>()).distance);
  return {.depth = before - now.distance, .normal = now.normal};
}

}  // namespace

std::vector<Violation> violations_in(const std::vector<Obstacle>& obstacles, int frame,
                                     const Eigen::Matrix3Xf& positions,
                                     const Eigen::Ref<const Eigen::Matrix3Xf>& input,
                                     double tolerance) {
  std::vector<Violation> found;
  for (Eigen::Index v = 0; v < positions.cols(); ++v) {
    for (std::size_t o = 0; o < obstacles.size(); ++o) {
      Violation violation = violation_of(obstacles[o], positions.col(v), input.col(v));
      if (violation.depth <= tolerance) continue;
      violation.frame = frame;
      violation.vertex = static_cast<int>(v);
      violation.obstacle = static_cast<int>(o);
      found.push_back(violation);
    }
  }
  return found;
}

double deepest(const std::vector<Violation>& violations) {
  double depth = 0;
  for (const Violation& violation : violations) depth = std::max(depth, violation.depth);
  return depth;
}

double total_depth(const std::vector<Violation>& violations) {
  double depth = 0;
  for (const Violation& violation : violations) depth += violation.depth;
  return depth;
}

std::vector<Violation> representatives(std::vector<Violation> violations, const Body& body,
                                       double radius, int most) {
  std::stable_sort(violations.begin(), violations.end(),
                   [](const Violation& a, const Violation& b) { return a.depth > b.depth; });
  std::vector<Violation> chosen;
  for (const Violation& violation : violations) {
    if (std::ssize(chosen) == most) break;
    const bool covered = std::any_of(chosen.begin(), chosen.end(), [&](const Violation& other) {
      return std::abs(other.frame - violation.frame) < site_frames &&
             (body.rest_positions.col(other.vertex) - body.rest_positions.col(violation.vertex))
                     .norm() < radius;
    });
    if (!covered) chosen.push_back(violation);
  }
  return chosen;
}

Eigen::Matrix3Xf pushed_out(Eigen::Matrix3Xf positions, const std::vector<Violation>& violations,
                            double size) {
  for (const Violation& violation : violations) {
    positions.col(violation.vertex) +=
        ((violation.depth + surface_margin * size) * violation.normal).cast<float>();
  }
  return positions;
}

}  // namespace retake
