#pragma once
#include "retake/elasticity/body_file.h"
#include "retake/shot/shot.h"

namespace retake {

// A shot, and what a person should know about how its meshes were read.
struct ShotReading {
  Shot shot;
  Notes notes;  // each begins with the file that it is about
};

// As read_shot, with the notes.
ShotReading read_shot_with_notes(const std::filesystem::path& json_file,
                                 const SceneOpener& open_scene = {});

}  // namespace retake
