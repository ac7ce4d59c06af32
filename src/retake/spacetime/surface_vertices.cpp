#include "retake/spacetime/surface_vertices.h"

#include <algorithm>

#include "retake/mesh/surface.h"

namespace retake {

Eigen::Matrix3Xi outer_triangles(const Body& body) {
  if (body.is_shell() || body.triangles.cols() > 0) return body.triangles;
  return surface_triangles({body.rest_positions, body.tets});
}

std::vector<int> touchable_vertices(const Body& body, const Eigen::Matrix3Xi& triangles) {
  std::vector<bool> touchable(static_cast<std::size_t>(body.vertex_count()), false);
  for (const int vertex : triangles.reshaped()) touchable[static_cast<std::size_t>(vertex)] = true;
  for (const int pin : body.pins) touchable[static_cast<std::size_t>(pin)] = false;
  std::vector<int> vertices;
  for (int v = 0; v < body.vertex_count(); ++v) {
    if (touchable[static_cast<std::size_t>(v)]) vertices.push_back(v);
  }
  return vertices;
}

}  // namespace retake
