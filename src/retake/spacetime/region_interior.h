#pragma once
#include <vector>

#include "retake/elasticity/body.h"

namespace retake {

struct RegionInterior {
  Interior interior;
  std::vector<int> tets;  // the whole interior's tet of each of its tets
};

// What lies behind a region of a surface with an interior. `region`: per vertex of the whole
// surface whether it may change; `vertices`: those of the part, ascending. A vertex of the interior
// may move when the nearest vertex of the surface is in the region and it carries none outside of
// it; the others are pinned. Throws InputError where none of those carries a
// vertex of the surface.
RegionInterior region_interior(const Body& whole, const std::vector<bool>& region,
                               const std::vector<int>& vertices);

}  // namespace retake
