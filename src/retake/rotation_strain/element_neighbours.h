#pragma once
#include <vector>

#include "retake/rotation_strain/element_geometry.h"

namespace retake {

// Elements that share a face (triangles: an edge), by their places in the geometry's order.
struct ElementNeighbours {
  std::vector<int> begin;  // per element, one more at the end
  std::vector<int> of;
};

ElementNeighbours find_neighbours(const ElementGeometry& geometry);

}  // namespace retake
