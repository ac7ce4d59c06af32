#include "retake/shot/pose_source.h"
#include "retake/shot/shot_bodies.h"

namespace retake {

SimulationResult make_motion(const Shot& shot, Progress& progress) {
  if (shot.source == SourceKind::simulate || shot.source == SourceKind::poses) {
    require_one_kind(shot.bodies, "a source that computes the motion");
  }
  if (shot.source == SourceKind::simulate) return simulate(shot.setup, progress);
  SimulationResult result;
  if (shot.source == SourceKind::cache && shot.cache) {
    result.motion = *shot.cache;
    result.contacts = shot.contacts;
    return result;
  }
  const bool has_own = !(shot.source == SourceKind::poses && shot.instead_of);
  if (has_own) result.contacts = shot.contacts;  // else they are of the motion before the poses
  if (shot.source == SourceKind::poses && shot.poses) {
    result.motion = pose_motion(*shot.poses, shot.setup.body, progress);
    return result;
  }
  result.motion.fps = shot.still.fps;
  result.motion.frames.assign(static_cast<std::size_t>(shot.still.frames),
                              shot.setup.body.rest_positions.cast<float>());
  return result;
}

int frame_count(const Shot& shot) {
  if (shot.source == SourceKind::simulate) return shot.setup.options.frames;
  if (shot.source == SourceKind::cache && shot.cache) return shot.cache->frame_count();
  return shot.source == SourceKind::poses && shot.poses ? shot.poses->frames : shot.still.frames;
}

double frame_rate(const Shot& shot) {
  if (shot.source == SourceKind::simulate) return shot.setup.options.fps;
  if (shot.source == SourceKind::cache && shot.cache) return shot.cache->fps;
  return shot.source == SourceKind::poses && shot.poses ? shot.poses->fps : shot.still.fps;
}

}  // namespace retake
