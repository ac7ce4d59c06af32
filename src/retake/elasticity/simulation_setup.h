#pragma once
#include <vector>

#include "retake/elasticity/forcing.h"

namespace retake {

// How the body sets off: its rest shape placed and thrown as a rigid piece.
struct Launch {
  Vec3 translation = Vec3::Zero();  // m
  Vec3 rotation = Vec3::Zero();     // rotation vector about the centre of mass, rad
  Vec3 velocity = Vec3::Zero();     // m/s
  Vec3 spin = Vec3::Zero();         // angular velocity, rad/s
};

// All that a simulation needs beside the body, as data: scenes build it, shots save it.
struct SimulationSetup {
  std::vector<Obstacle> obstacles;
  Forcing forcing;
  Launch launch;
  SimulationOptions options;
};

InitialState initial_state(const Launch& launch, const Body& body);

// A surface with an interior is carried along by it: pins hold what carries them, obstacles stop
// the tets, and no contacts are recorded.
SimulationResult simulate(const Body& body, const SimulationSetup& setup,
                          Progress& progress = Progress::silent());

}  // namespace retake
