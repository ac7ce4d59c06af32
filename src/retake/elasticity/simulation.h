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
  second_order,    // BDF2: low damping of what a timestep resolves, calm contacts
};

struct SimulationOptions {
  ElasticLaw law = ElasticLaw::corotated;
  Integrator integrator = Integrator::backward_euler;
  double fps = 24;
  int frames = 240;
  int substeps = 1;              // timesteps per frame
  Vec3 gravity = {0, -9.81, 0};  // m/s²
  double mass_damping = 0;       // Rayleigh alpha, 1/s
  double stiffness_damping = 0;  // Rayleigh beta, s
  int newton_iterations = 30;    // at most, per timestep
  // Estimated error of positions over the body's size. Up to a hundred times as much, but not more
  // than 1e-4, where obstacles push.
  double newton_tolerance = 1e-6;
  int step_halvings = 3;  // how often a timestep that does not converge is cut in two
  // Obstacles push from this distance on, as a fraction of the body's size (box diagonal).
  double contact_reach = 1e-3;
  // Below this speed a touching vertex is held by friction, in body sizes per second.
  double friction_speed = 1e-3;
  double air_density = 1.2;       // kg/m³; wind alone (no Actions::wind, no air)
  double normal_drag = 1.2;       // coefficient of a plate across the wind
  double tangential_drag = 0.05;  // coefficient of a plate along the wind

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
  int timesteps = 0;
  int halvings = 0;              // timesteps that were cut in two because Newton's method got stuck
  int newton_iterations = 0;     // over all timesteps
  int unconverged_steps = 0;     // timesteps that ended above the tolerance
  double worst_penetration = 0;  // m, deepest vertex inside an obstacle at the end of a timestep
  std::vector<double> energies;  // J, per frame: kinetic, elastic and in the field of gravity
  double seconds = 0;
  double assembly_seconds = 0;  // forces, stiffness and the system matrix
  double factorization_seconds = 0;
  double solve_seconds = 0;
};

struct SimulationResult {
  Motion motion;                  // frame 0 is the initial state
  std::vector<Contact> contacts;  // sorted by frame, then vertex
  SimulationReport report;
};

// Steps the body forward in time. Deterministic: the same input gives the same bits, for any
// number of threads. Throws InputError for options that make no sense, SolveError that names the
// frame where no finite answer was found.
SimulationResult simulate(const Body& body, const std::vector<Obstacle>& obstacles,
                          const Actions& actions, const InitialState& start,
                          const SimulationOptions& options,
                          Progress& progress = Progress::silent());

}  // namespace retake
