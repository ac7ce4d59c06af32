#include <algorithm>

#include "retake/elasticity/body_stack.h"
#include "retake/shot/layer_checks.h"
#include "retake/shot/pose_source.h"

namespace retake {

namespace {

// A target so many body sizes away from the motion is a slip of units or of the hand.
constexpr double farthest_in_sizes = 100;

// How far the source carries the body, by one of its vertices, or by free flight.
double travel(const Shot& shot) {
  const SimulationSetup& setup = shot.setup;
  double farthest = 0;
  if (shot.source == SourceKind::simulate) {
    const double seconds = setup.options.frames / setup.options.fps;
    farthest = setup.launch.translation.norm() + seconds * setup.launch.velocity.norm() +
               seconds * seconds / 2 * setup.options.gravity.norm();
  } else if (shot.source == SourceKind::cache && shot.cache) {
    const Vec3 rest = setup.body.rest_positions.col(0);
    for (const FrameView& frame : shot.cache->frames) {
      farthest = std::max(farthest, (frame.col(0).cast<double>() - rest).norm());
    }
  } else if (shot.source == SourceKind::poses && shot.poses) {
    const Vec3 rest = setup.body.rest_positions.col(0);
    for (const PoseKey& key : shot.poses->keys) {
      farthest = std::max(farthest, (key.positions.col(0).cast<double>() - rest).norm());
    }
  }
  return farthest;
}

std::vector<std::string> kinds_of(const std::vector<ShotBody>& bodies) {
  std::vector<std::string> kinds;
  for (const ShotBody& part : bodies) kinds.push_back(kind_of(part.body));
  return kinds;
}

}  // namespace

LayerLimits layer_limits(const Shot& shot) {
  const Points& rest = shot.setup.body.rest_positions;
  const Vec3 low = rest.rowwise().minCoeff(), high = rest.rowwise().maxCoeff();
  const double farthest = travel(shot) + farthest_in_sizes * (high - low).norm();
  return {.frames = frame_count(shot),
          .vertices = shot.setup.body.vertex_count(),
          .center = (low + high) / 2,
          .farthest = farthest,
          .fastest = farthest * frame_rate(shot),
          .bodies = spans_of(shot.bodies),
          .kinds = kinds_of(shot.bodies)};
}

}  // namespace retake
