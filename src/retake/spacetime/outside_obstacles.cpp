#include "retake/spacetime/outside_obstacles.h"

#include <algorithm>
#include <utility>

namespace retake {

namespace {

constexpr int most_led_rounds = 4;
constexpr int most_led = 24;  // vertices in one round: each that is new costs a solve

WarpContact contact_outside(const Violation& violation, const Eigen::Matrix3Xf& positions,
                            const FrameView& input, double margin) {
  const Vec3 moved = (positions.col(violation.vertex) - input.col(violation.vertex)).cast<double>();
  return {.vertex = violation.vertex,
          .normal = violation.normal,
          .offset = violation.normal.dot(moved) + violation.depth + margin};
}

}  // namespace

std::optional<Violation> obstacle_before(const EditScope& scope, const Wish& wish) {
  if (!scope.has_one_sided_obstacles() || wish.kind != WishKind::position) return std::nullopt;
  const Vec3 from = position_in(scope.input_frame(wish.frame), wish.point);
  const Vec3 to = from + wish.directions * (wish.directions.transpose() * (wish.target - from));
  const Eigen::Matrix3Xf there = to.cast<float>(), here = from.cast<float>();
  const std::vector<Violation> found =
      violations_in(scope.input.obstacles, wish.frame, there, here, least_penetration * scope.size);
  if (found.empty()) return std::nullopt;
  return *std::max_element(found.begin(), found.end(),
                           [](const auto& a, const auto& b) { return a.depth < b.depth; });
}

VecX before_obstacles(const EditScope& scope, const std::vector<Wish>& wishes, VecX targets) {
  Eigen::Index row = 0;
  for (const Wish& wish : wishes) {
    const Eigen::Index count = wish.directions.cols();
    if (const auto obstacle = obstacle_before(scope, wish)) {
      targets.segment(row, count) += (obstacle->depth + least_penetration * scope.size) *
                                     (wish.directions.transpose() * obstacle->normal);
    }
    row += count;
  }
  return targets;
}

Eigen::Matrix3Xf kept_outside(const EditScope& scope, const Warp& warp, int frame,
                              Eigen::Matrix3Xf positions) {
  if (!scope.has_one_sided_obstacles()) return positions;
  const std::vector<Obstacle>& obstacles = scope.input.obstacles;
  const FrameView input = scope.input_frame(frame);
  const double outside = least_penetration * scope.size;
  std::vector<Violation> inside = violations_in(obstacles, frame, positions, input, 0);
  std::vector<WarpContact> led;
  for (int round = 0; round < most_led_rounds && deepest(inside) > outside; ++round) {
    const double radius = site_radius * scope.size / (1 << round);
    for (const Violation& deep : representatives(inside, scope.input.body, radius, most_led)) {
      std::erase_if(led, [&](const WarpContact& other) { return other.vertex == deep.vertex; });
      led.push_back(contact_outside(deep, positions, input, 0.5 * outside));
    }
    Eigen::Matrix3Xf next = warp.led_to(frame, positions, led);
    std::vector<Violation> still = violations_in(obstacles, frame, next, input, 0);
    if (!(total_depth(still) < total_depth(inside))) break;
    positions = std::move(next);
    inside = std::move(still);
  }
  return pushed_out(std::move(positions), inside, scope.size);
}

}  // namespace retake
