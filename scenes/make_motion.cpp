#include "retake/shot/sources/cache.h"
#include "retake/shot/sources/simulate.h"
#include "scenes/scene.h"

namespace retake {
namespace {

SimulationResult evaluate_key_frames(const Scene& scene, Progress& progress) {
  const double fps = scene.setup.options.fps;
  const int frames = scene.setup.options.frames;
  SimulationResult result;
  result.motion.fps = fps;
  for (int frame = 0; frame < frames; ++frame) {
    progress.update("key frames", static_cast<double>(frame) / frames);
    result.motion.frames.push_back(scene.key_framed(frame / fps).cast<float>());
  }
  progress.update("key frames", 1);
  return result;
}

}  // namespace

SimulationResult make_motion(const Scene& scene, Progress& progress) {
  if (scene.key_framed) return evaluate_key_frames(scene, progress);
  return simulate(scene.body, scene.setup, progress);
}

Shot to_shot(const Scene& scene, Progress& progress) {
  Shot shot;
  shot.name = scene.name;
  shot.bodies = scene.body;
  shot.setup = scene.setup;
  shot.props = scene.props;
  shot.view = scene.view;
  shot.color = scene.color;
  shot.source = SimulateSource();
  if (scene.key_framed) {
    shot.source = CachedSource(evaluate_key_frames(scene, progress).motion);
  }
  return shot;
}

}  // namespace retake
