// What the default cost does to modes of every speed.
#include "retake/spacetime/cost.h"

#include <complex>
#include <numbers>

#include <gtest/gtest.h>

#include "retake/spacetime/banded_compliance.h"
#include "spacetime/edited_bar.h"

namespace retake {
namespace {

constexpr double pi = std::numbers::pi;

CostOptions at_fps(double fps, double ratio = 0.15) {
  CostOptions options{.reach = 0};
  options.timestep = 1 / fps;
  options.damping = {.ratio = ratio};
  return options;
}

// ω² of a mode with so many frames a period.
VecX with_period(double period, const CostOptions& options) {
  return VecX::Constant(1, std::pow(2 * pi / (period * options.timestep), 2));
}

constexpr int middle = 300;

// Of one mode to a pull at the middle of 600 frames, over its peak.
VecX answer_of(double period, const CostOptions& options) {
  const BandedCompliance compliance(with_period(period, options), 2 * middle, options);
  const auto column = compliance.column(middle);
  VecX answer(2 * middle);
  for (int t = 0; t < 2 * middle; ++t) answer[t] = column->at(t)[0];
  return answer / answer[middle];
}

int frames_above_half(const VecX& answer) {
  return static_cast<int>((answer.array() > 0.5 * answer.maxCoeff()).count());
}

// Root mean square of what alternates from frame to frame, over that of the whole.
double flicker_of(const VecX& answer) {
  const auto T = answer.size();
  const VecX alternating =
      (answer.head(T - 2) - 2 * answer.segment(1, T - 2) + answer.tail(T - 2)) / 4;
  return alternating.norm() / answer.norm();
}

// A pole e^(-ζωh ± i√(1 - ζ²) ωh) of the oscillator itself.
TEST(Cost, HasThePolesOfTheOscillatorDownToFiveFramesAPeriod) {
  for (const double ratio : {0.02, 0.15, 0.5}) {
    for (const double period : {5.0, 5.5, 6.0, 8.0, 12.0, 40.0}) {
      const CostOptions options = at_fps(24, ratio);
      const Vec3 a = residual_stencils(with_period(period, options), options).col(0);
      const std::complex<double> root =
          (-a[1] + std::sqrt(std::complex<double>(a[1] * a[1] - 4 * a[0] * a[2]))) / (2 * a[2]);
      const double theta = 2 * pi / period;
      const double damped = std::sqrt(1 - ratio * ratio) * theta;
      EXPECT_NEAR(std::abs(std::arg(root)), damped, 1e-9) << ratio << ", " << period;
      EXPECT_NEAR(-std::log(std::abs(root)), ratio * theta, 1e-9) << ratio << ", " << period;
    }
  }
}

// A force f with f + τ⁴ f'''' = impulse is e^-x (cos x + sin x), x = |t| / (√2 τ): above half of
// its peak for 2.8666 τ. Modes much faster than that follow it.
TEST(Cost, AnswersForFastModesAsASmoothForceGoes) {
  const double tau = CostOptions().shortest_edit / 2.86655756;
  for (const double fps : {60.0, 120.0, 240.0}) {
    const VecX answer = answer_of(2, at_fps(fps));
    for (const double seconds : {0.1, 0.2, 0.4, 0.8}) {
      const int n = static_cast<int>(std::lround(seconds * fps));
      const double x = n / fps / (std::sqrt(2.0) * tau);
      const double expected = std::exp(-x) * (std::cos(x) + std::sin(x));
      EXPECT_NEAR(answer[middle + n], expected, 0.015) << fps << ", " << seconds;
      EXPECT_NEAR(answer[middle - n], expected, 0.015) << fps << ", " << seconds;
    }
  }
}

// Modes with five frames a period move that fast: none of those that are moved does so more.
TEST(Cost, LetsNoFastModeFlickerOrPopAtAnyFrameRate) {
  for (const double fps : {12.0, 24.0, 30.0, 60.0, 120.0}) {
    for (const double ratio : {0.0, 0.02, 0.15}) {
      const double at_five = flicker_of(answer_of(5, at_fps(fps, ratio)));
      for (double period = 0.1; period < 5; period *= 1.1) {
        const VecX answer = answer_of(period, at_fps(fps, ratio));
        EXPECT_LT(flicker_of(answer), period < 3 ? 0.13 : 1.07 * at_five) << fps << ", " << period;
        EXPECT_GT(frames_above_half(answer), period < 3 ? 2 : 0) << fps << ", " << period;
      }
    }
  }
}

// However many frames a second there are: at least three of them.
TEST(Cost, LetsTheShortestEditLastForItsTime) {
  for (const double seconds : {0.0, 0.2, 0.375, 1.0}) {
    for (const double fps : {2.0, 12.0, 24.0, 60.0, 120.0}) {
      CostOptions options = at_fps(fps);
      options.shortest_edit = seconds;
      const double most = std::max(3.0, seconds * fps + 1);
      const int lasts = frames_above_half(answer_of(2, options));
      EXPECT_LE(lasts, most + 2) << seconds << " s at " << fps;
      EXPECT_GE(lasts, most - 2) << seconds << " s at " << fps;
    }
  }
}

// How a mode answers does not depend on what other modes there are.
TEST(Cost, AnswersForAModeWhateverOthersThereAre) {
  const CostOptions options = at_fps(24);
  VecX lambdas(2);
  lambdas << with_period(12, options), with_period(2, options);
  const BandedCompliance both(lambdas, 60, options);
  for (Eigen::Index k = 0; k < 2; ++k) {
    const BandedCompliance alone(lambdas.segment(k, 1), 60, options);
    for (int t = 0; t < 60; ++t)
      EXPECT_DOUBLE_EQ(both.column(30)->at(t)[k], alone.column(30)->at(t)[0]) << t;
  }
}

TEST(Cost, LetsTheEditOfAStiffStillBodyLastEightFrames) {
  const Body bar = clamp_end(make_bar({.cells = {4, 2, 2}, .size = {0.2, 0.05, 0.05}}));
  Body stiff = bar;
  stiff.materials.front().young = 1e7;  // softest mode: two periods a frame
  const EditInput input = input_of(stiff, still(stiff), 20);
  const Vec3 tip(0.2, 0, 0), up(0, 0.01, 0);
  const int vertex = nearest_vertex(stiff, tip);
  MotionEdit edit(input, {});
  edit.add(hold(vertex, 20, tip + up));
  edit.solve();
  int lasts = 0;
  for (int t = 0; t < motion_frames; ++t) lasts += position(edit, t, vertex).y() > 0.5 * up.y();
  EXPECT_GE(lasts, 8);
  EXPECT_NEAR(position(edit, 20, vertex).y(), up.y(), 1e-4);
}

// A force f that never changes moves a mode by f / (h λ²): in a cycle nothing else holds it.
TEST(Cost, OfACycleLeavesElasticModesAsSoftAsTheyAre) {
  CostOptions options = at_fps(24);
  options.ends = Ends::loop;
  const int T = 18;
  VecX lambdas(4);
  lambdas << 0, 0.02, 0.3, 40;
  const MatX moved = BandedCompliance(lambdas, T, options).apply(MatX::Ones(4, T));
  VecX expected = (options.timestep * lambdas.cwiseAbs2()).cwiseInverse();
  // A rigid mode would drift: it is held like one ten times slower than the cycle.
  const double slow = 0.1 * 2 * pi / (T * options.timestep);
  expected[0] = 1 / (options.timestep * std::pow(slow, 4));
  for (int t = 0; t < T; ++t) {
    EXPECT_LT((moved.col(t) - expected).cwiseQuotient(expected).norm(), 1e-6) << moved.col(t);
  }
}

TEST(Cost, OfALongCycleHoldsModesThatHardlyDifferFromRigidOnes) {
  CostOptions options = at_fps(24);
  options.ends = Ends::loop;
  VecX lambdas(4);
  lambdas << 0, 1e-12, 1e-6, 1;
  for (const int frame_count : {24, 240, 5000}) {
    EXPECT_NO_THROW(BandedCompliance(lambdas, frame_count, options)) << frame_count;
  }
}

}  // namespace
}  // namespace retake
