#pragma once
#include <string>

#include "retake/numerics/progress.h"
#include "retake/shot/read_shot.h"
#include "scenes/scene.h"

namespace retake::cli {

struct InputOptions {
  std::string what;  // a shot's JSON file, a mesh file, or the name of a scene
  std::string pins;  // `.bou` file with pinned vertices, for mesh files
  SceneSize size = SceneSize::standard;
};

// Opens what the user named: an existing file first, else a built-in scene (a folder of a scene's
// name does not hide it). A mesh file becomes a shot with default settings. Throws InputError that
// names the nearest scene where nothing fits.
ShotReading open_input(const InputOptions& options, Progress& progress);

// On standard error, a line each.
void print_notes(const Notes& notes);

}  // namespace retake::cli
