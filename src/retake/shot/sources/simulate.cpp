#include "retake/shot/sources/simulate.h"

#include "retake/shot/motion_cache.h"
#include "retake/shot/source_kinds.h"

namespace retake {

const SourceKind& simulate_kind() {
  static const SourceKind kind = {
      .name = "simulate",
      .read = [](JsonFields&, const SourceReading&) { return AnySource(SimulateSource()); },
      .has_contacts = false,
      .is_elastic = true};
  return kind;
}

const SourceKind& SimulateSource::kind() const { return simulate_kind(); }

SimulationResult SimulateSource::make_motion(const Shot& shot, Progress& progress) const {
  return simulate(shot.body(), shot.setup, progress);
}

int SimulateSource::frame_count(const Shot& shot) const { return shot.setup.options.frames; }

double SimulateSource::frame_rate(const Shot& shot) const { return shot.setup.options.fps; }

std::string SimulateSource::cache_key(const Shot& shot) const {
  return motion_cache_key(shot.body(), shot.setup);
}

double SimulateSource::travel(const Shot& shot) const {
  const SimulationSetup& setup = shot.setup;
  const double seconds = setup.options.frames / setup.options.fps;
  return setup.launch.translation.norm() + seconds * setup.launch.velocity.norm() +
         seconds * seconds / 2 * setup.options.gravity.norm();
}

}  // namespace retake
