#include "retake/interpolation/wiggly_spline.h"

#include <cmath>

#include <gtest/gtest.h>

#include "interpolation/dense_spline.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

const Oscillator spline_modes[] = {{0, 0}, {1e-3, 0}, {2, 0.1}, {6, 0}, {6, 0.8}, {4, 4}, {3, 7}};

const std::vector<ModalKnot> four_knots = {{0, 0.3}, {0.4, -1}, {1.1, 0.8}, {1.7, 0.1}};

void expect_same(const std::vector<ModalSpan>& spans, const std::vector<ModalKnot>& knots,
                 const WigglySplineOptions& options) {
  const WigglySpline spline(spans, knots, options);
  const DenseSpline dense(spans, knots, options);
  for (double t = knots.front().time; t <= knots.back().time; t += 0.01)
    ASSERT_NEAR(spline.position(t), dense.position(t), 1e-8)
        << spans[0].mode.frequency << " " << spans[0].mode.decay << " at " << t;
}

// Swinging about 0, and about what goes from knot to knot.
void expect_same(const std::vector<ModalSpan>& spans, const std::vector<ModalKnot>& knots,
                 bool loop) {
  expect_same(spans, knots, {.loop = loop});
  for (const double travel : {0.4, 1.0})
    expect_same(spans, knots, {.rest = SpringRest::at_knots, .travel = travel, .loop = loop});
}

void expect_same(const std::vector<ModalKnot>& knots, bool loop = false) {
  for (const Oscillator& mode : spline_modes)
    expect_same(std::vector<ModalSpan>(knots.size() - 1, {mode}), knots, loop);
}

// A mode that is another on each span, and stays at one of its knots.
std::vector<ModalSpan> changing_spans(std::size_t first) {
  std::vector<ModalSpan> spans;
  for (std::size_t k = 0; k < 4; ++k)
    spans.push_back({spline_modes[(first + 3 * k) % std::size(spline_modes)]});
  spans[1].held = true;
  return spans;
}

TEST(WigglySpline, AgreesWithADenseSolveOfItsVariationalProblem) { expect_same(four_knots); }

TEST(WigglySpline, AgreesWithADenseSolveWhereVelocitiesAreGiven) {
  auto knots = four_knots;
  knots[0].velocity = 2;
  knots[2].velocity = -1;
  expect_same(knots);
}

TEST(WigglySpline, AgreesWithADenseSolveOnALoop) {
  auto knots = four_knots;
  knots.back().position = knots.front().position;
  expect_same(knots, true);
}

TEST(WigglySpline, AgreesWithADenseSolveWhereSpansDifferAndOneIsHeld) {
  std::vector<ModalKnot> knots = {{0, 0.3}, {0.4, -1}, {0.9, -1}, {1.5, 0.8}, {2.2, 0.3}};
  for (std::size_t first = 0; first < std::size(spline_modes); ++first) {
    const std::vector<ModalSpan> spans = changing_spans(first);
    if (spans[1].mode.frequency < 1) continue;  // too dear for the dense solve: see Settling
    for (const bool loop : {false, true}) expect_same(spans, knots, loop);
    knots[3].velocity = -1;
    expect_same(spans, knots, false);
    knots[3].velocity.reset();
  }
}

TEST(WigglySpline, IsTheFreeSwingBetweenTwoPositions) {
  for (const Oscillator& mode : spline_modes) {
    const std::vector<ModalKnot> knots = {{0, 0.3}, {1.2, -1}};
    const WigglySpline spline(mode, knots);
    const FreeSwing swing(mode, 1.2, 0.3, -1);
    for (const double t : {0.1, 0.6, 1.1}) EXPECT_NEAR(spline.position(t), swing.position(t), 1e-8);
    EXPECT_NEAR(spline.cost(), 0, 1e-10);
  }
}

TEST(WigglySpline, IsTheNaturalCubicSplineOfAModeWithoutSpring) {
  const std::vector<ModalKnot> knots = {{0, 0}, {1, 1}, {2, 0}};
  const WigglySpline spline({0, 0}, knots);
  for (const double t : {0.25, 0.5, 0.75})  // 1.5 t - 0.5 t³ solves it
    EXPECT_NEAR(spline.position(t), 1.5 * t - 0.5 * t * t * t, 1e-12);
}

TEST(WigglySpline, CovarianceGrowsAsTheEquationSays) {
  for (const Oscillator& mode : spline_modes)
    for (const double t : {1e-3, 0.1, 0.3, 1.0, 3.0, 30.0}) {
      const double h = 1e-5 * t;
      const Eigen::Matrix2d slope =
          (driven_covariance(mode, t + h) - driven_covariance(mode, t - h)) / (2 * h);
      const Eigen::Vector2d answer = transition(mode, t).col(1);
      const Eigen::Matrix2d expected = answer * answer.transpose();
      const Eigen::Matrix2d W = driven_covariance(mode, t);
      EXPECT_LT((slope - expected).norm(), 1e-6 * (expected.norm() + W.norm() / t))
          << mode.frequency << " " << mode.decay << " " << t;
    }
}

TEST(WigglySpline, AWeightOnItsEndsTamesASingularPhase) {
  const double pi = 3.14159265358979;
  const std::vector<ModalKnot> knots = {{0, 1}, {1, 1}};
  const WigglySpline wild({pi * 1.0001, 0}, knots),
      tame({pi * 1.0001, 0}, knots, {.first_velocity = 4, .last_velocity = 4});
  EXPECT_GT(std::abs(wild.velocity(0)), 1e3);
  EXPECT_LT(std::abs(tame.velocity(0)), 10);
  EXPECT_NEAR(tame.position(1), 1, 1e-9);
}

TEST(WigglySpline, TimesThatDoNotRiseAreRefused) {
  const std::vector<ModalKnot> same = {{0, 1}, {0, 2}}, one = {{0, 1}};
  EXPECT_THROW(WigglySpline({1, 0}, same), InputError);
  EXPECT_THROW(WigglySpline({1, 0}, one), InputError);
}

}  // namespace
}  // namespace retake
