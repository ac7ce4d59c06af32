#pragma once
#include <string>
#include <variant>

#include "retake/numerics/linear_types.h"

namespace retake {

// Everything on the side that the normal points away from is solid.
struct PlaneObstacle {
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::UnitY();  // unit
};

struct BoxObstacle {
  Vec3 center = Vec3::Zero();
  Vec3 half_size = Vec3::Constant(0.5);
};

struct SphereObstacle {
  Vec3 center = Vec3::Zero();
  double radius = 0.5;
};

// Steps going down along +x, solid below, unbounded along z, y up. The first tread ends (its edge
// stands) at `top`; each step goes `run` forward and `rise` down; after the last the floor goes on.
struct StairsObstacle {
  Vec3 top = Vec3::Zero();
  double run = 0.3;   // m
  double rise = 0.2;  // m
  int steps = 5;
};

struct Obstacle {
  std::string name = "floor";
  std::variant<PlaneObstacle, BoxObstacle, SphereObstacle, StairsObstacle> shape;
  double friction = 0.5;  // Coulomb coefficient
};

// Signed distance to the surface (negative inside) and the unit normal out of the obstacle.
struct SurfaceDistance {
  double distance = 0;
  Vec3 normal = Vec3::UnitY();
};
SurfaceDistance distance_to(const Obstacle& obstacle, const Vec3& point);

// Throws InputError that names the obstacle whose numbers make no sense.
void validate(const Obstacle& obstacle);

}  // namespace retake
