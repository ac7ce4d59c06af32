// What the integrators do to the energy of an oscillation, against what their theory says.
#include <cmath>
#include <numbers>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "elasticity/bar.h"
#include "retake/elasticity/elastic_model.h"
#include "retake/elasticity/mass.h"
#include "retake/elasticity/time_stepper.h"

namespace retake {
namespace {

constexpr double periods = 5;

// A bar that swings freely in its softest mode, without gravity, so little that it is linear.
struct SwingingBar {
  Body bar = make_bar({.cells = {6, 1, 1}});
  InitialState start;
  double omega = 0;  // rad/s

  SwingingBar() {
    const VecX masses = lumped_mass(bar);
    const MatX all = stiffness_matrix(bar);
    const Eigen::Index pinned = 3 * std::ssize(bar.pins), free = all.rows() - pinned;  // pins first
    const VecX scale =
        masses.replicate(1, 3).transpose().reshaped().tail(free).cwiseInverse().cwiseSqrt();
    const MatX K = scale.asDiagonal() * all.bottomRightCorner(free, free) * scale.asDiagonal();
    const Eigen::SelfAdjointEigenSolver<MatX> solver(K);
    omega = std::sqrt(solver.eigenvalues()[0]);
    VecX shape = VecX::Zero(all.rows());
    shape.tail(free) = scale.cwiseProduct(solver.eigenvectors().col(0));
    start.velocities =
        1e-4 * (shape / shape.lpNorm<Eigen::Infinity>()).reshaped(3, bar.vertex_count());
  }

  // Part of the energy that is lost in `periods` periods of so many timesteps each, after a first
  // one (BDF2 begins with a step of backward Euler).
  double energy_lost(Integrator integrator, int steps_per_period) const {
    const Actions nothing;
    TimeStepper stepper(bar, {}, nothing, start,
                        {.integrator = integrator,
                         .gravity = Vec3::Zero(),
                         .newton_tolerance = 1e-12,
                         .step_halvings = 0});
    for (int k = 0; k < steps_per_period; ++k) stepper.step(step(steps_per_period));
    const double before = stepper.energy();
    double highest = before;
    for (int k = 0; k < periods * steps_per_period; ++k) {
      stepper.step(step(steps_per_period));
      highest = std::max(highest, stepper.energy());
    }
    EXPECT_LT(highest, (1 + 1e-6) * before);  // nothing is gained
    return 1 - stepper.energy() / before;
  }

  double step(int steps_per_period) const {
    return 2 * std::numbers::pi / omega / steps_per_period;
  }
};

// One step multiplies the energy by 1 / (1 + (omega h)²).
TEST(Energy, BackwardEulerLosesWhatItsTheorySays) {
  const SwingingBar swinging;
  const double angle = 2 * std::numbers::pi / 60;
  const double expected = 1 - std::pow(1 + angle * angle, -60 * periods);
  EXPECT_NEAR(swinging.energy_lost(Integrator::backward_euler, 60), expected, 0.01);  // 96 %
}

// Each step takes (omega h)⁴ / 2 of the energy, so that the rate of loss falls with h³.
TEST(Energy, TheSecondOrderIntegratorLosesLittleAndEightTimesLessInStepsOfHalfTheLength) {
  const SwingingBar swinging;
  const double coarse = swinging.energy_lost(Integrator::second_order, 60);
  const double fine = swinging.energy_lost(Integrator::second_order, 120);
  const double expected = 60 * periods * std::pow(2 * std::numbers::pi / 60, 4) / 2;  // 1.8 %
  EXPECT_NEAR(coarse, expected, 0.1 * expected);
  EXPECT_NEAR(std::log2(coarse / fine), 3, 0.2);
}

}  // namespace
}  // namespace retake
