#include "retake/shot/shot_bodies.h"
#include "retake/shot/source_kinds.h"

namespace retake {

SimulationResult make_motion(const Shot& shot, Progress& progress) {
  check_source_bodies(shot);
  return shot.source->make_motion(shot, progress);
}

int frame_count(const Shot& shot) { return shot.source->frame_count(shot); }

double frame_rate(const Shot& shot) { return shot.source->frame_rate(shot); }

void check_source_bodies(const Shot& shot) {
  if (!shot.source->kind().is_elastic) return;
  require_one_kind(shot.bodies.several(), "a source that computes the motion");
}

}  // namespace retake
