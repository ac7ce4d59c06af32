#pragma once
#include <span>

#include "retake/elasticity/body.h"

namespace retake {

// Several bodies as one that falls into pieces: vertices, elements, pins, interiors and render
// surfaces one after the other, so that the vertices of bodies[i] follow those of bodies[i - 1].
// Each keeps its materials; the fill of an interior goes into their densities. Where one of the
// bodies has a render surface, the others show their own triangles in it, and what has no colours
// there gets `clay`.
//
// All are solids, or all are surfaces of solids, or all are shells: throws InputError that names
// two bodies for which this does not hold.
Body stack(std::span<const Body> bodies,
           const Eigen::Vector3f& clay = Eigen::Vector3f::Constant(0.6f));

// The same of bodies of any kinds, to be moved and looked at: vertices, tets, outer faces, pins and
// render surfaces, without interiors and materials. It has no elasticity of its own.
Body side_by_side(std::span<const Body> bodies,
                  const Eigen::Vector3f& clay = Eigen::Vector3f::Constant(0.6f));

// What the body's elasticity comes from: "a solid of tets", "the surface of a solid", "a shell".
std::string kind_of(const Body& body);

// The body with a surface of one colour to look at: its render surface, where that has no colours
// yet, or else its own faces.
Body painted(Body body, const Eigen::Vector3f& color);

}  // namespace retake
