#pragma once
#include "retake/shot/import_shot.h"

namespace retake {

// Of the size: a vertex that stays within it in all frames never moves.
constexpr double still_tolerance = 1e-5;

struct PinMaking {
  std::vector<int> pins;  // of the body, ascending
  std::vector<std::string> assumptions;
};

// Pins as asked for; where nothing is said, what never moves, if it is more than one vertex and not
// nearly all. Vertices without any element, which have no mass, are
// pinned anyway. `file_vertices`: the file's vertex of each vertex of the body; `still`: vertices
// of the file that never move.
PinMaking make_pins(const Body& body, const ImportRequest& request, const Origin& origin,
                    const std::vector<int>& file_vertices, const std::vector<int>& still);

}  // namespace retake
