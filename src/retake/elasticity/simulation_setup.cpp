#include "retake/elasticity/simulation_setup.h"

#include "retake/elasticity/mass.h"
#include "retake/numerics/rotation.h"

namespace retake {

InitialState initial_state(const Launch& launch, const Body& body) {
  const VecX masses = lumped_mass(body);
  const Vec3 center = body.rest_positions * masses / masses.sum();
  const Points arms = exp_rotation(launch.rotation) * (body.rest_positions.colwise() - center);
  InitialState state;
  state.positions = arms.colwise() + (center + launch.translation);
  state.velocities.resize(3, body.vertex_count());
  for (int v = 0; v < body.vertex_count(); ++v) {
    const Vec3 arm = arms.col(v);
    state.velocities.col(v) = launch.velocity + launch.spin.cross(arm);
  }
  return state;
}

SimulationResult simulate(const SimulationSetup& setup, Progress& progress) {
  return simulate(setup.body, setup.obstacles, to_actions(setup.forcing, setup.body),
                  initial_state(setup.launch, setup.body), setup.options, progress);
}

}  // namespace retake
