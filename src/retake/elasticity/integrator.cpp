#include "retake/elasticity/integrator.h"

namespace retake {

StepFormula make_step_formula(const MotionState& state, Integrator integrator, double h) {
  if (integrator == Integrator::backward_euler || state.last_step == 0) {
    return {state.time + h, h, state.positions, state.velocities};
  }
  const double ratio = h / state.last_step;
  const double now = (1 + ratio) * (1 + ratio) / (1 + 2 * ratio);
  const double before = ratio * ratio / (1 + 2 * ratio);
  return {state.time + h, h * (1 + ratio) / (1 + 2 * ratio),
          now * state.positions - before * state.last_positions,
          now * state.velocities - before * state.last_velocities};
}

Points extrapolated_velocities(const MotionState& state, double h) {
  if (state.last_step == 0) return state.velocities;
  return state.velocities + h / state.last_step * (state.velocities - state.last_velocities);
}

MotionState next_state(const MotionState& state, const StepFormula& formula, double h,
                       const Points& x) {
  return {formula.end_time, x, formula.velocities_at(x), h, state.positions, state.velocities};
}

}  // namespace retake
