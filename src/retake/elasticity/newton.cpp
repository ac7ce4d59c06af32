#include "retake/elasticity/newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "retake/elasticity/contact_step.h"
#include "retake/numerics/stopwatch.h"

namespace retake {

namespace {

constexpr int most_backtracks = 14;
// Friction follows the pushes for so many iterations; for ever, it might chase them in a circle.
constexpr int friction_renewals = 3;
constexpr double exact_again = 0.3;
constexpr double sufficient_decrease = 1e-4;  // Armijo
// Energies agree to rounding when they differ by less than this part of the sum of their parts.
constexpr double energy_rounding = 1e-13;

class LapWatch {
 public:
  // Seconds since the last call (or construction).
  double lap() {
    const double seconds = watch_.seconds();
    watch_ = Stopwatch();
    return seconds;
  }

 private:
  Stopwatch watch_;
};

double largest_column(const Points& points) {
  return points.cols() == 0 ? 0 : std::sqrt(points.colwise().squaredNorm().maxCoeff());
}

struct NewtonDirection {
  Points direction;
  double energy = 0;      // where it starts, J
  double rounding = 0;    // of that, J
  double slope = 0;       // of the energy along the direction, J
  double size = 0;        // longest way of a vertex, m
  bool definite = false;  // the Hessian is positive definite and all is finite
};

NewtonDirection newton_direction(IncrementalPotential& potential, NewtonSystem& system,
                                 const Points& positions, StiffnessKind kind,
                                 PhaseSeconds& seconds) {
  LapWatch watch;
  NewtonDirection result;
  const IncrementalPotential::Derivatives& at = potential.derivatives(positions, kind);
  system.assemble(*at.stiffness, at.vertex_blocks);
  if (at.damping_matrix != nullptr) system.add(*at.damping_matrix, at.damping_scale);
  seconds.assembly += watch.lap();
  result.definite = std::isfinite(at.energy) && system.factorize();
  seconds.factorization += watch.lap();
  if (!result.definite) return result;
  result.direction = meet_obstacles({potential.contact(), system, at.contact, positions},
                                    system.solve(-at.gradient));
  seconds.solve += watch.lap();
  result.energy = at.energy;
  result.rounding = energy_rounding * at.energy_parts;
  result.slope = flat(result.direction).dot(flat(at.gradient));
  result.size = largest_column(result.direction);
  result.definite = std::isfinite(result.size);
  return result;
}

struct LineStep {
  double length = 0;  // 0: no step lowers the energy enough
  Points positions;
};

// The longest of the steps 1, 1/2, 1/4 ... that lowers the energy enough.
LineStep backtrack(IncrementalPotential& potential, const Points& from,
                   const NewtonDirection& along) {
  double length = 1;
  for (int k = 0; k < most_backtracks; ++k, length /= 2) {
    Points trial = from + length * along.direction;
    const double lowered = along.energy - potential.energy(trial);
    if (lowered >= -sufficient_decrease * length * along.slope - along.rounding) {
      return {length, std::move(trial)};
    }
  }
  return {0, from};
}

// What is left after steps of sizes `before` and `now`, were they to shrink by the same ratio for
// ever (Hairer and Wanner 1996, section IV.8).
double remaining_error(double before, double now) {
  const double ratio = now / before;
  return ratio < 1 ? now * ratio / (1 - ratio) : std::numeric_limits<double>::infinity();
}

}  // namespace

NewtonResult minimize(IncrementalPotential& potential, NewtonSystem& system, const Points& start,
                      const NewtonOptions& options, const Progress& progress) {
  NewtonResult result{.positions = start};
  double last_size = 0;
  // The exact Hessian converges faster where it is positive definite: tried when steps are full,
  // and again when they have become much smaller than where it was not.
  double try_exact_below = std::numeric_limits<double>::infinity();
  while (result.iterations < options.iterations && !result.converged && !result.stuck) {
    if (progress.cancelled()) throw Cancelled();
    if (result.iterations > 0 && result.iterations <= friction_renewals)
      potential.contact().freeze_friction(result.positions);
    const bool exact = last_size > 0 && last_size < try_exact_below;
    NewtonDirection direction =
        newton_direction(potential, system, result.positions,
                         exact ? StiffnessKind::exact : StiffnessKind::positive, result.seconds);
    if (exact && !direction.definite) {
      try_exact_below = exact_again * last_size;
      continue;
    }
    ++result.iterations;
    result.stuck = !direction.definite;
    if (result.stuck) break;
    LineStep step = backtrack(potential, result.positions, direction);
    result.positions = std::move(step.positions);
    const bool full = step.length == 1;
    const double size = direction.size;
    const bool touches = potential.contact().any_touch(result.positions);
    const double tolerance = touches ? options.touching_tolerance : options.tolerance;
    result.converged = (result.iterations > 1 || !touches) &&
                       (size <= tolerance ||
                        (full && last_size > 0 && remaining_error(last_size, size) <= tolerance));
    result.stuck = step.length == 0 && !exact && !result.converged;
    last_size = full ? size : 0;
    result.last_size = step.length * size;
  }
  return result;
}

}  // namespace retake
