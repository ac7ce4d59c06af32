#pragma once
#include <vector>

#include "retake/mesh/triangle_mesh.h"

namespace retake {

// Closed surfaces for props and small parts, by construction rather than from a distance field.

// A round tube through the points, with one radius at each, closed by flat ends.
TriangleMesh closed_tube(const std::vector<Vec3>& points, const std::vector<double>& radii,
                         int sides = 24);

TriangleMesh ball(const Vec3& center, double radius, int sides = 16);

// A polygon in the x-y plane (counter-clockwise seen from +z) drawn out from `back` to `front`
// along z. Every face has corners of its own, so that edges look sharp. The polygon is cut into a
// fan around its last corner, which must see all others.
TriangleMesh extruded(const std::vector<Eigen::Vector2d>& polygon, double back, double front);

// All of them as one mesh.
TriangleMesh merged(const std::vector<TriangleMesh>& meshes);

}  // namespace retake
