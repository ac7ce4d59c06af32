#pragma once
#include <functional>
#include <vector>

#include "retake/elasticity/body.h"
#include "retake/elasticity/contact.h"
#include "retake/elasticity/obstacle.h"
#include "retake/mesh/motion.h"
#include "retake/numerics/progress.h"

namespace retake {

enum class Integrator {
  backward_euler,  // first order, robust, damps fast motion
  second_order,    // low damping; see simulation.cpp for the scheme
};

struct SimulationOptions {
  ElasticLaw law = ElasticLaw::corotated;
  Integrator integrator = Integrator::backward_euler;
  double fps = 24;
  int frames = 240;
  int substeps = 1;                // timesteps per frame
  Vec3 gravity = {0, -9.81, 0};    // m/s²
  double mass_damping = 0;         // Rayleigh alpha, 1/s
  double stiffness_damping = 0;    // Rayleigh beta, s
  int newton_iterations = 20;      // at most, per timestep
  double newton_tolerance = 1e-6;  // residual force over typical force

  void validate() const;
};

// What acts on the body besides its own elasticity, obstacles and gravity. All optional.
struct Actions {
  // Where a pinned vertex is at time t (s); absent: its rest position.
  std::function<Vec3(int vertex, double time)> pin_motion;
  // Force on each vertex, N, 3 x n, given positions, velocities and time: impulses, pulls.
  std::function<Points(const Points& positions, const Points& velocities, double time)> forces;
  // Air velocity, m/s, at a point and time. It drags the surface triangles.
  std::function<Vec3(const Vec3& point, double time)> wind;
};

struct InitialState {
  Points positions;   // 3 x n; empty: rest
  Points velocities;  // 3 x n, m/s; empty: zero
};

struct SimulationReport {
  int newton_iterations = 0;  // over all timesteps
  int unconverged_steps = 0;  // timesteps that ended above the tolerance
  double seconds = 0;
};

struct SimulationResult {
  Motion motion;                  // frame 0 is the initial state
  std::vector<Contact> contacts;  // sorted by frame, then vertex
  SimulationReport report;
};

// Steps the body forward in time. Deterministic: the same input gives the same bits, for any
// number of threads.
SimulationResult simulate(const Body& body, const std::vector<Obstacle>& obstacles,
                          const Actions& actions, const InitialState& start,
                          const SimulationOptions& options,
                          Progress& progress = Progress::silent());

}  // namespace retake
