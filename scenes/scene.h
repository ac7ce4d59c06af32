#pragma once
#include <functional>
#include <string>
#include <vector>

#include "retake/shot/shot.h"

namespace retake {

enum class SceneSize { standard, full };

// A body that stands there before anything moves, with all that is needed to make it move.
struct Scene {
  std::string name;   // "bridge"
  std::string blurb;  // "Pull a mast, the deck rings"
  Body body;
  SimulationSetup setup;
  // Positions of all vertices at a time, s. Where given, the scene is no simulation: of the setup
  // only the frame rate and the number of frames count.
  std::function<Points(double time)> key_framed;
  std::vector<Prop> props;  // only looked at; an obstacle that should be seen has one here
  View view;
  Eigen::Vector3f color = {0.6f, 0.6f, 0.6f};  // of the body where it carries no colours, sRGB
};

struct SceneInfo {
  std::string name;
  std::string blurb;
  bool has_full_size = false;
};

// In the order of the welcome page.
const std::vector<SceneInfo>& scene_list();

// Throws InputError for an unknown name and says which is nearest.
const SceneInfo& scene_info(const std::string& name);

// Throws for an unknown name, as above. A scene without a full size
// builds its standard one.
Scene build_scene(const std::string& name, SceneSize size = SceneSize::standard,
                  Progress& progress = Progress::silent());

// The scene's motion: simulated, or key-framed where the scene is no simulation.
SimulationResult make_motion(const Scene& scene, Progress& progress = Progress::silent());

// The scene as a document: to be simulated, or with its key-framed motion as the cache.
Shot to_shot(const Scene& scene, Progress& progress = Progress::silent());

}  // namespace retake
