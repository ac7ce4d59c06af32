#pragma once
#include "retake/mesh/distance_field.h"
#include "retake/mesh/triangle_mesh.h"

namespace retake {

struct IsosurfaceOptions {
  Vec3 spacing = Vec3::Constant(0.05);  // of the samples along x, y, z, metres
  int relaxations = 3;                  // sweeps that even out the triangles within the surface
};

// The surface of the solid as evenly sized triangles whose vertices lie on it: surface nets (Gibson
// 1998), projected. Closed; parts thinner than the spacing may be lost. The same input gives the
// same bits, for any number of threads.
TriangleMesh extract_isosurface(const DistanceField& solid, const IsosurfaceOptions& options = {});

}  // namespace retake
