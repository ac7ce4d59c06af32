#pragma once
#include "retake/mesh/distance_field.h"
#include "retake/mesh/triangle_mesh.h"

namespace retake {

// The solid within a surface, and all that is nearer to it than `offset`. Inside is where the
// surface runs around a point more than half a time, so that holes are filled, overlaps joined and
// gaps passed over. The field keeps a copy of the mesh. Needs at least one triangle.
DistanceField surface_field(const TriangleMesh& surface, double offset = 0);

// The same surface with another offset, for a field that surface_field() made with offset 0.
DistanceField offset_field(const DistanceField& field, double offset);

}  // namespace retake
