// Finished frames stay out of obstacles, also while dragging, when only the frames that are asked
// for are looked at.
#include <algorithm>

#include "retake/spacetime/motion_edit_impl.h"

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

// Where a target leads the point itself into an obstacle or through it.
std::optional<Violation> MotionEdit::Impl::obstacle_before(const Wish& wish) const {
  const bool looks = settings_.contacts.one_sided && wish.kind == WishKind::position;
  if (!looks || input_.obstacles.empty()) return std::nullopt;
  const Vec3 from = position_in(motion().frames[static_cast<std::size_t>(wish.frame)], wish.point);
  const Vec3 to = from + wish.directions * (wish.directions.transpose() * (wish.target - from));
  const Eigen::Matrix3Xf there = to.cast<float>(), here = from.cast<float>();
  const std::vector<Violation> found =
      violations_in(input_.obstacles, wish.frame, there, here, least_penetration * size_);
  if (found.empty()) return std::nullopt;
  return *std::max_element(found.begin(), found.end(),
                           [](const auto& a, const auto& b) { return a.depth < b.depth; });
}

// Targets before the obstacles that they lead into: the point slides along these, and no wish
// pushes the body against them.
VecX MotionEdit::Impl::before_obstacles(VecX targets) const {
  Eigen::Index row = 0;
  for (const Wish& wish : wishes_) {
    const Eigen::Index count = wish.directions.cols();
    if (const auto obstacle = obstacle_before(wish)) {
      targets.segment(row, count) += (obstacle->depth + least_penetration * size_) *
                                     (wish.directions.transpose() * obstacle->normal);
    }
    row += count;
  }
  return targets;
}

// The reconstruction leads out the deepest vertices, and the body around them follows, as long as
// that helps; what little stays is put on the surface vertex by vertex.
void MotionEdit::Impl::keep_outside(int frame, Eigen::Matrix3Xf& positions) const {
  if (!settings_.contacts.one_sided || input_.obstacles.empty()) return;
  const FrameView input = motion().frames[static_cast<std::size_t>(frame)];
  const double margin = 0.5 * least_penetration * size_;
  std::vector<Violation> inside = violations_in(input_.obstacles, frame, positions, input, 0);
  std::vector<WarpContact> led;
  for (int round = 0; round < most_led_rounds && deepest(inside) > least_penetration * size_;
       ++round) {
    const double radius = site_radius * size_ / (1 << round);
    for (const Violation& deep : representatives(inside, input_.body, radius, most_led)) {
      std::erase_if(led, [&](const WarpContact& other) { return other.vertex == deep.vertex; });
      led.push_back(contact_outside(deep, positions, input, margin));
    }
    Eigen::Matrix3Xf next = warp_.led_to(frame, positions, led);
    std::vector<Violation> still = violations_in(input_.obstacles, frame, next, input, 0);
    if (!(total_depth(still) < total_depth(inside))) break;
    positions = std::move(next);
    inside = std::move(still);
  }
  positions = pushed_out(std::move(positions), inside, size_);
}

}  // namespace retake
