#include <algorithm>

#include "retake/elasticity/body_stack.h"
#include "retake/shot/layer_checks.h"

namespace retake {

namespace {

// A target so many body sizes away from the motion is a slip of units or of the hand.
constexpr double farthest_in_sizes = 100;

std::vector<std::string> kinds_of(const std::vector<ShotBody>& bodies) {
  std::vector<std::string> kinds;
  for (const ShotBody& part : bodies) kinds.push_back(kind_of(part.body));
  return kinds;
}

}  // namespace

LayerLimits layer_limits(const Shot& shot) {
  const Points& rest = shot.body().rest_positions;
  const Vec3 low = rest.rowwise().minCoeff(), high = rest.rowwise().maxCoeff();
  const double farthest = shot.source->travel(shot) + farthest_in_sizes * (high - low).norm();
  return {.frames = frame_count(shot),
          .vertices = shot.body().vertex_count(),
          .center = (low + high) / 2,
          .farthest = farthest,
          .fastest = farthest * frame_rate(shot),
          .bodies = spans_of(shot.bodies.several()),
          .kinds = kinds_of(shot.bodies.several())};
}

}  // namespace retake
