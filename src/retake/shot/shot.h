#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "retake/elasticity/simulation_setup.h"
#include "retake/shot/layer.h"
#include "retake/shot/shot_body.h"
#include "retake/shot/sources/rest.h"

namespace retake {

// Where to look from first.
struct View {
  Vec3 eye = {3, 2, 4};
  Vec3 target = {0, 0.5, 0};
  double vertical_field_of_view = 35;  // degrees
};

// Something that stands beside the body, only to be looked at: a rod, the stairs of an obstacle.
struct Prop {
  std::string name;
  TriangleMesh mesh;
  Eigen::Vector3f color = {0.45f, 0.48f, 0.52f};  // sRGB
};

// A body, or several, with all that moves them: the document that the program opens and saves.
struct Shot {
  std::string name;
  ShotBodies bodies;
  SimulationSetup setup;
  AnySource source = RestSource();  // what makes the first motion
  std::vector<Contact> contacts;    // that the file has for its source
  std::vector<Layer> layers;        // bottom first
  std::vector<Prop> props;
  View view;
  std::optional<Origin> origin;                // of one imported body: how its files say things
  Eigen::Vector3f color = {0.6f, 0.6f, 0.6f};  // of a body without colours of its own, sRGB

  const Body& body() const { return bodies.stack(); }
};

// The shot's motion as its source makes it, below all layers: simulated, read, at rest, or
// between poses. The contacts that the file has for it come along.
SimulationResult make_motion(const Shot& shot, Progress& progress = Progress::silent());
int frame_count(const Shot& shot);
double frame_rate(const Shot& shot);  // frames per second

// One JSON file and its data files beside it (docs/shot.md). Everything is written to new files
// first; a failure leaves what was there.
void write_shot(const Shot& shot, const std::filesystem::path& json_file);

// Builds the scene of that name, for files with "scene" in place of a body.
using SceneOpener = std::function<Shot(const std::string& name)>;

// Errors name the file, the key, what was expected and found.
Shot read_shot(const std::filesystem::path& json_file, const SceneOpener& open_scene = {});

}  // namespace retake
