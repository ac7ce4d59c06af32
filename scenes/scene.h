#pragma once
#include <string>
#include <vector>

#include "retake/elasticity/body.h"
#include "retake/elasticity/simulation.h"
#include "retake/mesh/motion.h"
#include "retake/numerics/progress.h"

namespace retake {

enum class SceneSize { standard, full };

// Where to look from; for pictures and for the editor's first view.
struct SceneView {
  Vec3 eye = {3, 2, 4};
  Vec3 target = {0, 0.5, 0};
  double vertical_field_of_view = 35;  // degrees
};

// A body that stands there before anything moves, with all that is needed to make it move.
struct Scene {
  std::string name;   // "bridge"
  std::string blurb;  // "Pull a mast, the deck rings"
  Body body;
  std::vector<Obstacle> obstacles;
  Actions actions;
  InitialState start;
  SimulationOptions options;
  SceneView view;
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
Scene build_scene(const std::string& name, SceneSize size = SceneSize::standard,
                  Progress& progress = Progress::silent());

// The scene's motion: simulated, or key-framed where the scene is no simulation.
SimulationResult make_motion(const Scene& scene, Progress& progress = Progress::silent());

}  // namespace retake
