#include "retake/elasticity/simulation_setup.h"

#include <algorithm>

#include "retake/elasticity/interior.h"
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

namespace {

// Paths lead the vertices of the interior that carry their pins.
Forcing forcing_of_interior(Forcing forcing, const Body& body) {
  for (PinPath& path : forcing.pin_paths) {
    Body led = body;
    led.pins = path.pins;
    std::sort(led.pins.begin(), led.pins.end());
    led.interior->pins.clear();
    path.pins = interior_body(led).pins;
  }
  return forcing;
}

SimulationResult carried_along(SimulationResult inside, const Embedding& surface) {
  FrameList& frames = inside.motion.frames;
  for (std::size_t t = 0; t < frames.size(); ++t) frames.put(t, apply(surface, frames[t]));
  inside.contacts.clear();
  return inside;
}

}  // namespace

SimulationResult simulate(const Body& body, const SimulationSetup& setup, Progress& progress) {
  if (body.interior) {
    validate(body);
    validate(setup.forcing, body);
    SimulationSetup inside = setup;
    inside.forcing = forcing_of_interior(setup.forcing, body);
    return carried_along(simulate(interior_body(body), inside, progress), body.interior->surface);
  }
  return simulate(body, setup.obstacles, to_actions(setup.forcing, body),
                  initial_state(setup.launch, body), setup.options, progress);
}

}  // namespace retake
