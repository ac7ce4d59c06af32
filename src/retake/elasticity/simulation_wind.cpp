#include "retake/elasticity/simulation_wind.h"

#include <cmath>

#include <Eigen/Geometry>

namespace retake {

AirDrag air_drag(const Body& body, const Points& positions, const Points& velocities, double time,
                 const Actions& actions, const SimulationOptions& options) {
  AirDrag drag;
  drag.push = Points::Zero(3, positions.cols());
  drag.resistance.assign(static_cast<std::size_t>(positions.cols()), Mat3::Zero());
  for (const auto triangle : body.triangles.colwise()) {
    const Vec3 a = positions.col(triangle[0]), b = positions.col(triangle[1]),
               c = positions.col(triangle[2]);
    const Vec3 area_normal = 0.5 * (b - a).cross(c - a);
    const double area = area_normal.norm();
    if (area == 0) continue;
    const Vec3 normal = area_normal / area;
    const Vec3 air = actions.wind((a + b + c) / 3, time);
    const Vec3 velocity =
        (velocities.col(triangle[0]) + velocities.col(triangle[1]) + velocities.col(triangle[2])) /
        3;
    const Vec3 relative = air - velocity;
    const double across = relative.dot(normal);
    const bool sheltered = !body.is_shell() && across > 0;  // the air flows away from this face
    const double pressure = 0.5 * options.air_density * area;
    const double c_normal = sheltered ? 0 : pressure * options.normal_drag * std::abs(across);
    const double c_tangential = pressure * options.tangential_drag * relative.norm();
    const Mat3 third = (c_tangential * Mat3::Identity() +
                        (c_normal - c_tangential) * normal * normal.transpose()) /
                       3;
    for (const int vertex : triangle) {
      drag.push.col(vertex) += third * air;
      drag.resistance[static_cast<std::size_t>(vertex)] += third;
    }
  }
  return drag;
}

}  // namespace retake
