#include "retake/elasticity/newton.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace retake {

namespace {

constexpr int kFrictionUpdates = 8;
constexpr int kBacktracks = 14;
constexpr double kSufficientDecrease = 1e-4;  // Armijo
// Energies agree to rounding when they differ by less than this part of the sum of their parts.
constexpr double kEnergyRounding = 1e-13;

class Stopwatch {
 public:
  // Seconds since the last call (or construction).
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - since_).count();
    since_ = now;
    return seconds;
  }

 private:
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

double largest_column(const Points& points) {
  return points.cols() == 0 ? 0 : std::sqrt(points.colwise().squaredNorm().maxCoeff());
}

// The longest of 1, 1/2, 1/4 ... that lowers the energy enough; 0 if none does.
double backtrack(IncrementalPotential& potential, const Points& from, const Points& direction,
                 double energy, double slope) {
  double length = 1;
  const double rounding = kEnergyRounding * std::abs(energy);
  for (int k = 0; k < kBacktracks; ++k, length /= 2) {
    const double trial = potential.energy(from + length * direction);
    if (trial <= energy + kSufficientDecrease * length * slope + rounding) return length;
  }
  return 0;
}

// What is left after steps of sizes `before` and `now`, were they to shrink by the same ratio for
// ever (Hairer and Wanner 1996, section IV.8).
double remaining_error(double before, double now) {
  const double ratio = now / before;
  return ratio < 1 ? now * ratio / (1 - ratio) : std::numeric_limits<double>::infinity();
}

}  // namespace

NewtonResult minimize(IncrementalPotential& potential, FreeSystem& system, const Points& start,
                      const NewtonOptions& options) {
  NewtonResult result{.positions = start};
  double last_size = 0;
  while (result.iterations < options.iterations && !result.converged && !result.stuck) {
    Stopwatch watch;
    if (result.iterations > 0 && result.iterations < kFrictionUpdates) {
      potential.freeze_friction(result.positions);
    }
    const IncrementalPotential::Derivatives& at = potential.derivatives(result.positions);
    system.assemble(*at.stiffness, at.vertex_blocks);
    if (at.damping_matrix != nullptr) system.add(*at.damping_matrix, at.damping_scale);
    result.seconds.assembly += watch.lap();
    const bool definite = std::isfinite(at.energy) && system.factorize();
    result.seconds.factorization += watch.lap();
    result.stuck = !definite;
    if (result.stuck) break;
    const Points direction = system.solve(-at.gradient);
    result.seconds.solve += watch.lap();

    const double slope = flat(direction).dot(flat(at.gradient));
    const double size = largest_column(direction);
    ++result.iterations;
    if (!std::isfinite(size)) {
      result.stuck = true;
      break;
    }
    const double length = backtrack(potential, result.positions, direction, at.energy, slope);
    result.positions += length * direction;
    const bool full = length == 1;
    result.converged =
        size <= options.tolerance ||
        (full && last_size > 0 && remaining_error(last_size, size) <= options.tolerance);
    result.stuck = length == 0 && !result.converged;
    last_size = full ? size : 0;
  }
  return result;
}

}  // namespace retake
