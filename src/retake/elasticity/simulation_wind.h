#pragma once
#include <vector>

#include "retake/elasticity/simulation.h"

namespace retake {

// Force of the air on each vertex, as a linear function of its velocity v: push - resistance v.
struct AirDrag {
  Points push;                   // 3 x n, N
  std::vector<Mat3> resistance;  // n, N s/m, positive semi-definite
};

// Drag of the surface triangles at the given positions and velocities: per triangle of area A with
// relative velocity u of the air, density A/2 (c_n |u·n| u_n + c_t |u| u_t), a third on each
// vertex. Speeds |u·n| and |u| are those of now; the velocities that they multiply are left open,
// so that an implicit step stays stable in any wind. A solid's lee side feels no normal drag.
AirDrag air_drag(const Body& body, const Points& positions, const Points& velocities, double time,
                 const Actions& actions, const SimulationOptions& options);

}  // namespace retake
