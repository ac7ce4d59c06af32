#pragma once
#include <array>
#include <vector>

#include "retake/elasticity/body.h"

namespace retake {

// Pairs of vertices of a surface with an interior that move together although no triangle joins
// them: vertices at the same place at rest (files often repeat them), and of each part that hangs
// loose, such as an eye in its socket, the vertex nearest to the parts before it. With these,
// every piece of the interior has a surface that hangs together. None for other bodies.
std::vector<std::array<int, 2>> surface_ties(const Body& body);

}  // namespace retake
