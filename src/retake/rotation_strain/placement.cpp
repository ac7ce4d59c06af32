#include "retake/rotation_strain/placement.h"

#include "retake/elasticity/mass.h"
#include "retake/numerics/parallel_for.h"
#include "retake/numerics/rotation.h"

namespace retake {

namespace {

// Least squares (Kabsch 1976; the proper rotation of the polar decomposition, so never a mirror).
Placement best_placement(const Points& centered_rest, const Vec3& rest_center, const VecX& share,
                         const FrameView& frame) {
  const Vec3 center = frame.cast<double>() * share;
  const Mat3 covariance =
      (frame.cast<double>().colwise() - center) * share.asDiagonal() * centered_rest.transpose();
  Placement placement;
  placement.rotation = polar_decomposition(covariance).R;
  placement.translation = center - placement.rotation * rest_center;
  return placement;
}

}  // namespace

std::vector<Placement> placements_of(const Body& body, const Motion& motion) {
  std::vector<Placement> placements(motion.frames.size());
  if (!body.pins.empty()) return placements;
  VecX share = lumped_mass(body);
  share /= share.sum();
  const Vec3 rest_center = body.rest_positions * share;
  const Points centered = body.rest_positions.colwise() - rest_center;
  parallel_for(motion.frame_count(), [&](std::ptrdiff_t f) {
    const auto frame = static_cast<std::size_t>(f);
    placements[frame] = best_placement(centered, rest_center, share, motion.frames[frame]);
  });
  return placements;
}

}  // namespace retake
