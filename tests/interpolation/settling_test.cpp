// Modes whose spring is at rest on the way between their knots.
#include <cmath>

#include <gtest/gtest.h>

#include "retake/interpolation/pose_presets.h"
#include "retake/interpolation/step_response.h"
#include "retake/interpolation/swinging_share.h"
#include "retake/interpolation/wiggly_spline.h"

namespace retake {
namespace {

const Oscillator settling_modes[] = {{0, 0},   {1e-3, 0}, {0.2, 0.1}, {2, 0.1}, {6, 0},
                                     {6, 0.8}, {4, 4},    {3, 7},     {1, 300}, {200, 4}};

constexpr WigglySplineOptions settling = {
    .rest = SpringRest::at_knots, .first_velocity = 1, .last_velocity = 1};

std::vector<ModalKnot> knots_at(const std::vector<double>& positions) {
  std::vector<ModalKnot> knots;
  for (const double z : positions) knots.push_back({0.8 * static_cast<double>(knots.size()), z});
  return knots;
}

double last_time(const std::vector<ModalKnot>& knots) { return knots.back().time; }

// Runge and Kutta's method of order 4, by steps that the fastest mode here needs.
Eigen::Vector2d integrated_step(const Oscillator& mode, double travel, double time) {
  constexpr int steps = 60000;
  Eigen::Matrix2d A;
  A << 0, 1, -mode.frequency * mode.frequency, -2 * mode.decay;
  const auto slope = [&](double t, const Eigen::Vector2d& x) -> Eigen::Vector2d {
    const double s = std::min(t / travel, 1.0), r = s * s * (3 - 2 * s);
    return A * x + Eigen::Vector2d(0, mode.frequency * mode.frequency * r);
  };
  Eigen::Vector2d x = Eigen::Vector2d::Zero();
  const double h = time / steps;
  for (int k = 0; k < steps; ++k) {
    const double t = k * h;
    const Eigen::Vector2d a = slope(t, x), b = slope(t + h / 2, x + h / 2 * a),
                          c = slope(t + h / 2, x + h / 2 * b), d = slope(t + h, x + h * c);
    x += h / 6 * (a + 2 * b + 2 * c + d);
  }
  return x;
}

TEST(StepResponse, AgreesWithAFineNumericalIntegration) {
  for (const Oscillator& mode : settling_modes)
    for (const double time : {0.05, 0.5, 0.7, 2.0}) {
      const Eigen::Vector2d exact = step_response(mode, 0.7, time);
      const Eigen::Vector2d integrated = integrated_step(mode, 0.7, time);
      EXPECT_LT((exact - integrated).norm(), 1e-8)
          << mode.frequency << " " << mode.decay << " at " << time;
    }
}

TEST(Settling, PosesAreMet) {
  const std::vector<ModalKnot> knots = knots_at({0.3, -1, 0.8, 0.7});
  for (const Oscillator& mode : settling_modes) {
    const WigglySpline spline(mode, knots, settling);
    for (const ModalKnot& knot : knots)
      EXPECT_NEAR(spline.position(knot.time), knot.position, 1e-8) << mode.frequency;
  }
}

TEST(Settling, EqualPosesStandStillExactly) {
  const std::vector<ModalKnot> knots = knots_at({0.3, 0.3, 0.3});
  for (const Oscillator& mode : settling_modes) {
    const WigglySpline spline(mode, knots, settling);
    for (double t = 0; t < 3; t += 0.1) EXPECT_EQ(spline.position(t), 0.3) << mode.frequency;
  }
}

TEST(Settling, AConstantAddedToAllPosesIsAddedToTheMotion) {
  const std::vector<ModalKnot> knots = knots_at({0.3, -1, 0.8}), far = knots_at({7.3, 6, 7.8});
  for (const Oscillator& mode : settling_modes) {
    const WigglySpline spline(mode, knots, settling), shifted(mode, far, settling);
    for (double t = 0; t < last_time(knots); t += 0.1)
      EXPECT_NEAR(shifted.position(t), spline.position(t) + 7, 1e-9) << mode.frequency;
  }
}

TEST(Settling, AModeWithoutASpringIsTheCubicSpline) {
  const std::vector<ModalKnot> knots = knots_at({0.3, -1, 0.8});
  const WigglySpline cubic({0, 0}, knots), nearly({1e-5, 0}, knots, {.rest = SpringRest::at_knots});
  for (double t = 0; t < last_time(knots); t += 0.1)
    EXPECT_NEAR(nearly.position(t), cubic.position(t), 1e-8);
}

TEST(Settling, AStiffModeGoesAlongWithItsRestPoint) {
  const std::vector<ModalKnot> knots = knots_at({0, 1});
  const WigglySpline stiff({1e4, 1e3}, knots, settling);
  const double travel = settling.travel * 0.8;
  for (double t = 0; t < 0.8; t += 0.05) {
    const double s = std::min(t / travel, 1.0);
    EXPECT_NEAR(stiff.position(t), s * s * (3 - 2 * s), 1e-3) << t;
  }
}

// Past the two poses it is between by no more than the largest step around them.
void expect_near_its_poses(const Oscillator& mode, const std::vector<ModalKnot>& knots) {
  std::vector<ModalSpan> spans;
  for (std::size_t k = 0; k + 1 < knots.size(); ++k)
    spans.push_back({mode, knots[k].position == knots[k + 1].position});
  const double calm = 4 * mode.frequency;
  const WigglySpline spline(
      spans, knots, {.rest = SpringRest::at_knots, .first_velocity = calm, .last_velocity = calm});
  for (std::size_t k = 0; k + 1 < knots.size(); ++k) {
    double apart = 0;
    for (std::size_t i = k == 0 ? 0 : k - 1; i < std::min(k + 2, knots.size() - 1); ++i)
      apart = std::max(apart, std::abs(knots[i + 1].position - knots[i].position));
    const auto [low, high] = std::minmax(knots[k].position, knots[k + 1].position);
    for (double t = knots[k].time; t < knots[k + 1].time; t += 0.01) {
      EXPECT_GT(spline.position(t), low - apart)
          << mode.frequency << " " << mode.decay << " at " << t;
      EXPECT_LT(spline.position(t), high + apart)
          << mode.frequency << " " << mode.decay << " at " << t;
    }
  }
}

TEST(Settling, NoModeSwingsFurtherPastItsPosesThanTheyAreApart) {
  std::vector<ModalKnot> knots = knots_at({0, 1, 1.2, -1, 0.5, 0.5, 2});
  const std::vector<double> evenly = {0, 0.8, 1.6, 2.4, 3.2, 4, 4.8},
                            unevenly = {0, 0.1, 1.5, 1.6, 3.6, 3.8, 4.8},
                            slower = {0, 2, 2.2, 3, 3.1, 3.2, 6};
  for (const auto& times : {evenly, unevenly, slower}) {
    for (std::size_t k = 0; k < knots.size(); ++k) knots[k].time = times[k];
    for (const double frequency : {0.0, 1.0, 2.0, 4.0, 8.0, 12.0, 20.0, 60.0})
      for (const double ratio : {0.0, 0.02, 0.1, 0.5, 1.0})
        expect_near_its_poses({frequency, ratio * frequency}, knots);
  }
}

TEST(Settling, GivenVelocitiesAreHad) {
  std::vector<ModalKnot> knots = knots_at({0.3, -1, 0.8});
  knots[0].velocity = 0.5;
  knots[1].velocity = -2;
  for (const Oscillator& mode : settling_modes) {
    const WigglySpline spline(mode, knots, settling);
    EXPECT_NEAR(spline.velocity(0), 0.5, 1e-8) << mode.frequency;
    EXPECT_NEAR(spline.velocity(knots[1].time), -2, 1e-6) << mode.frequency;
  }
}

TEST(Settling, ALoopGoesOnAsItBegan) {
  const std::vector<ModalKnot> knots = knots_at({0.3, -1, 0.8, 0.3});
  for (const Oscillator& mode : settling_modes) {
    const WigglySpline spline(mode, knots, {.rest = SpringRest::at_knots, .loop = true});
    const double end = last_time(knots);
    EXPECT_NEAR(spline.velocity(end), spline.velocity(0), 1e-9) << mode.frequency;
    EXPECT_NEAR(spline.velocity(end - 1e-9), spline.velocity(0), 1e-3) << mode.frequency;
  }
}

// The position at the ends of a hold, and how far it strays from it in between.
double strays_while_held(const Oscillator& mode, const WigglySplineOptions& options) {
  const std::vector<ModalKnot> knots = {{0, 0.3}, {0.8, -1}, {2, -1}, {2.8, 0.7}};
  const std::vector<ModalSpan> spans = {{mode}, {mode, true}, {mode}};
  const WigglySpline spline(spans, knots, options);
  EXPECT_NEAR(spline.position(0.8), -1, 1e-9) << mode.frequency;
  EXPECT_NEAR(spline.position(2), -1, 1e-9) << mode.frequency;
  double farthest = 0;
  for (double t = 0.8; t < 2; t += 0.01)
    farthest = std::max(farthest, std::abs(spline.position(t) + 1));
  return farthest;
}

TEST(Settling, AModeWithoutASpringStandsStillWhileItsPoseIsHeld) {
  for (const SpringRest rest : {SpringRest::at_zero, SpringRest::at_knots})
    for (const Oscillator& slow : {Oscillator{}, Oscillator{1e-9, 0}, Oscillator{1e-9, 1e-9}})
      EXPECT_LT(strays_while_held(slow, {.rest = rest}), 1e-15) << slow.frequency;
}

TEST(Settling, ALivelyModeSwingsAboutAPoseThatIsHeldAndADampedOneSettles) {
  const Oscillator lively = {10, 0.5}, damped = {10, 6};
  EXPECT_GT(strays_while_held(lively, settling), 0.05);
  EXPECT_LT(strays_while_held(lively, settling), 1.7);
  EXPECT_LT(strays_while_held(damped, settling), 0.3 * strays_while_held(lively, settling));
}

TEST(SwingingShare, IsOneAtItsPoseAndNothingAtOthers) {
  std::vector<double> times;
  for (int k = 0; k < 40; ++k) times.push_back(0.5 * k);
  const std::vector<ModalSpan> spans(39, {{6, 0.8}});
  const SwingingShare shares(spans, times, std::vector<bool>(40, false), settling);
  for (std::size_t i = 0; i < 40; ++i)
    for (std::size_t k = 0; k < 40; ++k)
      EXPECT_NEAR(shares.at(i, times[k]), i == k ? 1 : 0, 1e-8) << i << " " << k;
}

TEST(SwingingShare, SharesOfAllPosesAreTheModeItself) {
  const std::vector<ModalKnot> knots = knots_at({0.3, -1, 0.8, 0.7});
  const std::vector<double> times = {0, 0.8, 1.6, 2.4};
  for (const Oscillator& mode : settling_modes) {
    const WigglySpline spline(mode, knots, settling);
    const std::vector<ModalSpan> spans(3, {mode});
    const SwingingShare shares(spans, times, {false, false, false, false}, settling);
    for (double t = 0; t <= 2.4; t += 0.05) {
      double sum = 0;
      for (std::size_t i = 0; i < 4; ++i) sum += shares.at(i, t) * knots[i].position;
      EXPECT_NEAR(sum, spline.position(t), 1e-8) << mode.frequency << " at " << t;
    }
  }
}

}  // namespace
}  // namespace retake
