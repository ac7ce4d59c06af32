#pragma once
#include "retake/elasticity/body.h"
#include "retake/rotation_strain/warp.h"

namespace retake {

// The vertices within `radius` (m, at rest) of a vertex, with weights that fall from 1 at the
// vertex to 0 at the radius, (1 - (d/radius)²)². Radius 0: the vertex alone.
WeightedPoint falloff_region(const Body& body, int vertex, double radius);

// The same with weights that sum to 1: the point that a handle of such a size holds.
WeightedPoint as_point(WeightedPoint region);
WeightedPoint falloff_point(const Body& body, int vertex, double radius);

}  // namespace retake
