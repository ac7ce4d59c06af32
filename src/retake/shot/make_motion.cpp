#include "retake/shot/shot.h"

namespace retake {

SimulationResult make_motion(const Shot& shot, Progress& progress) {
  if (shot.source == SourceKind::simulate) return simulate(shot.setup, progress);
  SimulationResult result;
  if (shot.source == SourceKind::cache && shot.cache) {
    result.motion = *shot.cache;
    result.contacts = shot.contacts;
    return result;
  }
  result.motion.fps = shot.setup.options.fps;
  result.motion.frames = {shot.setup.body.rest_positions.cast<float>()};
  return result;
}

}  // namespace retake
