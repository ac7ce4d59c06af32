#include "retake/spacetime/penetration.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <variant>

namespace retake {

namespace {

constexpr double surface_margin =
    1e-7;  // of the body's size: more than the rounding of single precision

// Cosine between the sides by which a way enters an obstacle and leaves it: where they are more
// opposed than this, it leads through. Others cut a corner, around which the body may have gone.
constexpr double opposed = -0.5;
constexpr double near_enough = 1e-9;  // of the way: it touches
constexpr int most_steps = 64;        // along it; one that needs more passes by closely

struct Hit {
  Vec3 point, normal;
};

// Where the way first meets the obstacle, in steps as long as nothing can stand in it.
std::optional<Hit> first_hit(const Obstacle& obstacle, const Vec3& from, const Vec3& to) {
  const double way = (to - from).norm();
  double gone = 0;
  for (int step = 0; step < most_steps && gone <= way; ++step) {
    const Vec3 point = from + gone / way * (to - from);
    const SurfaceDistance here = distance_to(obstacle, point);
    if (here.distance <= near_enough * way) return Hit{point, here.normal};
    gone += here.distance;
  }
  return std::nullopt;
}

bool has_a_far_side(const Obstacle& obstacle) {
  return std::holds_alternative<BoxObstacle>(obstacle.shape) ||
         std::holds_alternative<SphereObstacle>(obstacle.shape);
}

// What stood before the obstacle and stands behind it, or nearer to that side: it goes back before
// the place where it came in.
std::optional<Violation> pushed_through(const Obstacle& obstacle, const SurfaceDistance& now,
                                        const Vec3& to, const Vec3& from) {
  if (!has_a_far_side(obstacle) || now.distance >= (to - from).norm()) return std::nullopt;
  if (distance_to(obstacle, from).distance < 0) return std::nullopt;
  const std::optional<Hit> in = first_hit(obstacle, from, to);
  if (!in) return std::nullopt;
  const std::optional<Hit> out =
      now.distance < 0 ? Hit{to, now.normal} : first_hit(obstacle, to, from);
  if (!out || in->normal.dot(out->normal) > opposed) return std::nullopt;
  return Violation{.depth = in->normal.dot(in->point - to), .normal = in->normal};
}

// How much deeper a point lies in an obstacle than its input did, or how far it is beyond it.
Violation violation_of(const Obstacle& obstacle, const Eigen::Vector3f& point,
                       const Eigen::Vector3f& input) {
  const Vec3 to = point.cast<double>(), from = input.cast<double>();
  const SurfaceDistance now = distance_to(obstacle, to);
  if (const auto through = pushed_through(obstacle, now, to, from)) return *through;
  if (now.distance >= 0) return {};
  const double before = std::min(0.0, distance_to(obstacle, from).distance);
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
