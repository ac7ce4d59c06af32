#include "retake/interpolation/oscillator.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace retake {
namespace {

// Swinging, undamped, nearly critical on both sides, critical, creeping, and with no spring at all.
const Oscillator oscillators[] = {{7, 0.4},      {7, 0}, {5, 4.999999}, {5, 5},
                                  {5, 5.000001}, {3, 8}, {0, 0},        {0, 2}};

// Runge and Kutta's fourth order in small steps.
Eigen::Vector2d integrate(const Oscillator& mode, Eigen::Vector2d state, double time) {
  constexpr int steps = 20000;
  const double h = time / steps;
  Eigen::Matrix2d A;
  A << 0, 1, -mode.frequency * mode.frequency, -2 * mode.decay;
  for (int k = 0; k < steps; ++k) {
    const Eigen::Vector2d k1 = A * state, k2 = A * (state + 0.5 * h * k1);
    const Eigen::Vector2d k3 = A * (state + 0.5 * h * k2), k4 = A * (state + h * k3);
    state += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return state;
}

TEST(Oscillator, TransitionAgreesWithAFineIntegration) {
  for (const Oscillator& mode : oscillators) {
    const Eigen::Vector2d start(0.7, -1.3);
    const Eigen::Vector2d end = transition(mode, 1.7) * start;
    EXPECT_LT((end - integrate(mode, start, 1.7)).norm(), 1e-9)
        << mode.frequency << " " << mode.decay;
  }
}

TEST(Oscillator, AStrongDampingNeitherOverflowsNorVanishes) {
  const Oscillator creeping = {1, 1e4};  // the slow pole is 5e-5 1/s
  EXPECT_NEAR(transition(creeping, 10)(0, 0), std::exp(-10 / (2e4)), 1e-6);
}

TEST(FreeSwing, MeetsBothEndsAndFollowsTheEquationInBetween) {
  for (const Oscillator& mode : oscillators) {
    const double T = 1.3;
    const FreeSwing swing(mode, T, 0.4, -1.1);
    EXPECT_NEAR(swing.position(0), 0.4, 1e-12);
    EXPECT_NEAR(swing.position(T), -1.1, 1e-12);
    const Eigen::Vector2d start(swing.position(0), swing.velocity(0));
    for (const double t : {0.2, 0.9, 1.3}) {
      const Eigen::Vector2d expected = integrate(mode, start, t);
      EXPECT_NEAR(swing.position(t), expected[0], 1e-8) << mode.frequency << " " << mode.decay;
      EXPECT_NEAR(swing.velocity(t), expected[1], 1e-8 * std::max(1.0, std::abs(expected[1])));
    }
  }
}

TEST(FreeSwing, WithoutSpringOrDampingIsAStraightLine) {
  const FreeSwing swing({0, 0}, 2, 1, 5);
  for (const double t : {0.0, 0.5, 1.5, 2.0}) EXPECT_NEAR(swing.position(t), 1 + 2 * t, 1e-12);
}

TEST(FreeSwing, StaysANumberAtASingularPhaseAndUnderAbsurdDamping) {
  const FreeSwing singular({std::numbers::pi, 0}, 1, 1, 1);
  const FreeSwing damped({2000, 1900}, 5, 0, 1);
  for (const double t : {0.0, 0.3, 0.7, 1.0}) {
    EXPECT_TRUE(std::isfinite(singular.position(t)));
    EXPECT_TRUE(std::isfinite(damped.position(t)) && std::isfinite(damped.velocity(t)));
  }
}

}  // namespace
}  // namespace retake
