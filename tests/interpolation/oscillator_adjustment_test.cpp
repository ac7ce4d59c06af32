#include "retake/interpolation/oscillator_adjustment.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace retake {
namespace {

struct Ends {
  double first, last;
};
const Ends all_ends[] = {{0, 1}, {1, 0}, {0.3, -2}, {1, 1}, {-5, 4}};
const Oscillator adjusted_modes[] = {{0.5, 0.05}, {7, 0.4}, {40, 2}, {200, 30}, {3, 8}, {20, 20.5}};
constexpr double T = 1.5;

double start_velocity(const Oscillator& mode, const Ends& ends) {
  return FreeSwing(mode, T, ends.first, ends.last).velocity(0);
}

TEST(OscillatorAdjustment, CostIsWhatEquation15Says) {
  const Oscillator mode = {7, 0.4}, changed = {6, 0.3};
  const double v = start_velocity(changed, {0.3, -2});
  const double omega = std::sqrt(49 - 0.16), omega_changed = std::sqrt(36 - 0.09);
  const double expected =
      0.5 * v * v + 0.25 * std::pow(omega_changed - omega, 2) + 0.25 * std::pow(0.3 - 0.4, 2);
  EXPECT_NEAR(adjustment_cost(mode, changed, T, 0.3, -2, {.relative_velocity = false}), expected,
              1e-10 * expected);
}

// No place on a fine grid around is cheaper.
TEST(OscillatorAdjustment, FindsTheLeastOfItsNeighbourhood) {
  for (const Oscillator& mode : adjusted_modes)
    for (const Ends& ends : all_ends) {
      const Oscillator found = adjusted_oscillator(mode, T, ends.first, ends.last);
      const double cost = adjustment_cost(mode, found, T, ends.first, ends.last);
      const double omega = std::sqrt(std::abs(mode.omega_squared()));
      const double sign = mode.omega_squared() >= 0 ? 1 : -1;
      for (int i = 0; i <= 200; ++i)
        for (int j = 0; j <= 100; ++j) {
          const double w = std::max(0.0, omega + (i - 100) * 0.02 * std::numbers::pi / T);
          const double a = 0.011 * j * mode.decay;
          if (w * w * sign + a * a < 0) continue;
          const Oscillator other = {std::sqrt(w * w * sign + a * a), a};
          ASSERT_GT(adjustment_cost(mode, other, T, ends.first, ends.last), 0.999 * cost - 1e-9)
              << mode.frequency << " " << mode.decay << " " << ends.first << " " << ends.last
              << ": " << w << " " << a;
        }
    }
}

TEST(OscillatorAdjustment, StepsAsideFromASingularPhase) {
  for (const double half_periods : {1.0, 2.0, 9.0}) {
    const Oscillator mode = {half_periods * std::numbers::pi / T, 0};
    const Oscillator found = adjusted_oscillator(mode, T, 1, 1);
    EXPECT_LT(std::abs(start_velocity(found, {1, 1})), 2 * mode.frequency + 10);
    EXPECT_LT(std::abs(found.frequency - mode.frequency), 1.01 * std::numbers::pi / T);
  }
}

TEST(OscillatorAdjustment, DoesNotDependOnTheUnitOfThePositions) {
  const Oscillator a = adjusted_oscillator({7, 0.4}, T, 0.3, -2);
  const Oscillator b = adjusted_oscillator({7, 0.4}, T, 0.3e-4, -2e-4);
  EXPECT_NEAR(a.frequency, b.frequency, 1e-9);
  EXPECT_NEAR(a.decay, b.decay, 1e-9);
}

TEST(OscillatorAdjustment, LeavesAModeAloneWhoseVelocityIsFree) {
  const Oscillator found = adjusted_oscillator({7, 0.4}, T, 0.3, -2, {.velocity = 0});
  EXPECT_NEAR(found.frequency, 7, 1e-9);
  EXPECT_NEAR(found.decay, 0.4, 1e-9);
}

}  // namespace
}  // namespace retake
