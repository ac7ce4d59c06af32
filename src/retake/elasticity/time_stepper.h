#pragma once
#include <memory>
#include <optional>

#include "retake/elasticity/newton.h"
#include "retake/elasticity/simulation.h"

namespace retake {

// Carries a body from timestep to timestep; simulate() is a loop around it.
class TimeStepper {
 public:
  // `body` and `actions` must outlive the stepper.
  TimeStepper(const Body& body, const std::vector<Obstacle>& obstacles, const Actions& actions,
              const InitialState& start, const SimulationOptions& options);

  // One implicit timestep of h seconds, cut in halves where Newton's method gets stuck. Throws
  // SolveError if even the shortest one has no finite answer; Cancelled when asked to stop.
  void step(double h, const Progress& progress = Progress::silent());

  const MotionState& state() const { return state_; }
  std::vector<Contact> contacts(int frame) const;
  double energy() const;  // J: kinetic, elastic and in the field of gravity
  const SimulationReport& report() const { return report_; }

 private:
  void step_or_halve(double h, int halvings_left, const Progress& progress);
  NewtonResult solve_step(const StepFormula& formula, double h, const Progress& progress);
  bool is_usable(const NewtonResult& result) const;
  StepTerms make_terms(const StepFormula& formula, const Points& positions,
                       const Points& velocities);
  Points outer_forces(const Points& positions, const Points& velocities, double time) const;
  Points with_pins(Points positions, double time) const;
  Points best_start(const StepFormula& formula, double h);
  void count(const NewtonResult& result);

  const Body& body_;
  const Actions& actions_;
  SimulationOptions options_;
  VecX masses_;
  double size_;  // m, the body's box diagonal
  std::vector<char> held_;
  std::unique_ptr<ElasticModel> model_;
  std::unique_ptr<ContactPotential> contact_;
  std::unique_ptr<IncrementalPotential> potential_;
  std::optional<NewtonSystem> system_;  // none when every vertex is held
  SparseMatrix damping_stiffness_;
  MotionState state_;
  SimulationReport report_;
};

// Seconds of one implicit timestep (1/24 s) of one Newton iteration of a body that swings under its
// weight: the fastest of `repeats`.
struct NewtonStepTiming {
  double total = 0;
  PhaseSeconds phases;
};
NewtonStepTiming time_newton_step(const Body& body, ElasticLaw law, int repeats = 20);

}  // namespace retake
