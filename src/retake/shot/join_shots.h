#pragma once
#include "retake/elasticity/body_file.h"
#include "retake/shot/shot.h"

// Several shots become one, each a body of it.
namespace retake {

struct JoinedPart {
  std::string name;  // of the body; a shot of several bodies brings them under their own names
  Shot shot;
};

// What happens to motions that end before the longest does.
enum class ShortMotions { refused, held };

struct JoinOptions {
  std::string name;  // of the new shot
  ShortMotions short_motions = ShortMotions::refused;
};

struct JoinedShot {
  Shot shot;
  Notes notes;  // what of the parts is not the same any more
};

// Motions stand side by side, frame 0 beside frame 0, as one cache (bodies at rest stay so); a long
// one is not held in memory. Obstacles, props and contacts are united. Layers come along: those of
// the first part lowest, under the name of their body, about the same vertices; what would mean
// something else in the new shot is left out, and a note names it.
//
// Throws InputError for names that are not unique or no part of file names, for different frame
// rates or lengths (names both), for bodies that make no stack.
JoinedShot join_shots(std::vector<JoinedPart> parts, const JoinOptions& options,
                      Progress& progress = Progress::silent());

// The layers of one part as the new shot has them.
struct LayerMove {
  std::string body;       // that they are of
  int first_vertex = 0;   // of the part, in the stack
  int frames = 0;         // of the part's motion
  int all_frames = 0;     // of the new one
  BodySpans bodies = {};  // of the part, where it has several
};
void shift_vertices(WeightedPoint& point, int first);
std::vector<Layer> moved_layers(std::vector<Layer> layers, const LayerMove& move, Notes& notes);

}  // namespace retake
