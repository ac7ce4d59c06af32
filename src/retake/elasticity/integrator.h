#pragma once
#include "retake/elasticity/simulation.h"

namespace retake {

// Positions and velocities at two times, as much as the schemes look back.
struct MotionState {
  double time = 0;  // s
  Points positions, velocities;
  // One timestep earlier; last_step = 0 when there was none.
  double last_step = 0;  // s
  Points last_positions, last_velocities;
};

// An implicit scheme at the end of a timestep:
//   x = positions + step v,   v = velocities + step a.
// Both integrators have this form, so one solver serves both.
struct StepFormula {
  double end_time = 0;  // s
  double step = 0;      // s: h for backward Euler, 2h/3 for BDF2 with equal timesteps
  Points positions, velocities;

  Points velocities_at(const Points& x) const { return (x - positions) / step; }
};

// Backward Euler, or BDF2 for unequal timesteps (Hairer and Wanner 1996, section III.5); the first
// timestep of BDF2 is one of backward Euler, which leaves it second order.
StepFormula make_step_formula(const MotionState& state, Integrator integrator, double h);

// Velocities at the end of a timestep h, continued from the last two.
Points extrapolated_velocities(const MotionState& state, double h);

// The state after a timestep h that ended at x.
MotionState next_state(const MotionState& state, const StepFormula& formula, double h,
                       const Points& x);

}  // namespace retake
