// Elements of a frame brought back to their limits.
#include "retake/spacetime/strain_limiting.h"

#include <random>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "spacetime/edited_bar.h"

namespace retake {
namespace {

Eigen::Matrix3Xf at_rest(const Body& body) { return body.rest_positions.cast<float>(); }

StrainLimiter::Limited limited(const StrainLimiter& limiter, const Eigen::Matrix3Xf& positions,
                               const Eigen::Matrix3Xf& input, const StrainLimiter::Held& held = {},
                               const Eigen::Matrix3Xf& standing = {}) {
  return limiter.limited(positions, FrameView(input.data(), 3, input.cols()), held, standing);
}

double excess(const StrainLimiter& limiter, const Eigen::Matrix3Xf& positions,
              const Eigen::Matrix3Xf& input) {
  return limiter.excess(positions, FrameView(input.data(), 3, input.cols()));
}

// The same for any machine.
Eigen::Matrix3Xf shaken(const Body& body, double by, unsigned seed = 1) {
  Eigen::Matrix3Xf positions = at_rest(body);
  std::mt19937 dice(seed);
  for (float& x : positions.reshaped()) x += static_cast<float>(by * (dice() / 2147483648.0 - 1));
  for (const int pin : body.pins) positions.col(pin) = body.rest_positions.col(pin).cast<float>();
  return positions;
}

TEST(StrainLimiter, LeavesFramesWithinTheLimitsToTheBit) {
  const Body body = clamp_end(make_bar());
  const StrainLimiter limiter(body);
  const Eigen::Matrix3Xf positions = shaken(body, 0.01), rest = at_rest(body);
  ASSERT_LE(excess(limiter, positions, rest), 0);
  EXPECT_EQ(limited(limiter, positions, rest).positions, positions);
}

TEST(StrainLimiter, BringsSqueezedAndInvertedElementsBackAndHoldsPoints) {
  const Body body = clamp_end(make_bar());
  const StrainLimiter limiter(body);
  const Eigen::Matrix3Xf rest = at_rest(body);
  const int vertex = body.vertex_count() / 2;
  const WeightedPoint region = {{vertex + 3, 0.25}, {vertex + 4, 0.5}, {vertex + 9, 0.25}};
  for (const unsigned seed : {1u, 2u, 3u, 4u}) {
    const Eigen::Matrix3Xf positions = shaken(body, 0.1, seed);
    ASSERT_LT(smallest_volume(body, positions), 0) << "none is inside out";
    const auto back = limited(limiter, positions, rest, {.points = {{{vertex, 1}}, region}});
    EXPECT_LE(back.excess, StrainLimiter::slack);
    EXPECT_LE(excess(limiter, back.positions, rest), 2 * StrainLimiter::slack);
    EXPECT_EQ(back.positions.col(vertex), positions.col(vertex));
    for (const int pin : body.pins) EXPECT_EQ(back.positions.col(pin), positions.col(pin));
    Eigen::Vector3f moved = Eigen::Vector3f::Zero();
    for (const auto& [v, weight] : region)
      moved += static_cast<float>(weight) * (back.positions.col(v) - positions.col(v));
    EXPECT_LT(moved.norm(), 1e-6);
  }
}

// A triangle that is stretched threefold in its plane.
TEST(StrainLimiter, ShortensFreeEdgesToTheirLimit) {
  Body cloth;
  cloth.rest_positions.resize(3, 3);
  cloth.rest_positions << 0, 1, 0.5, 0, 0, std::sqrt(0.75), 0, 0, 0;
  cloth.triangles = Eigen::Vector3i(0, 1, 2);
  const StrainLimiter limiter(cloth);
  const Eigen::Matrix3Xf rest = at_rest(cloth);
  const auto back = limited(limiter, 3 * rest, rest);
  EXPECT_NEAR(excess(limiter, back.positions, rest), 0, StrainLimiter::slack);
  const Eigen::Vector3f centre = 3 * rest.rowwise().mean();  // nothing moved as a whole
  EXPECT_LT((back.positions.rowwise().mean() - centre).norm(), 1e-5);
}

TEST(StrainLimiter, FollowsRigidMotions) {
  const Body body = clamp_end(make_bar());
  const StrainLimiter limiter(body);
  const Eigen::Matrix3Xf rest = at_rest(body), positions = shaken(body, 0.05);
  const Eigen::Matrix3f turn =
      Eigen::AngleAxisf(1.1f, Eigen::Vector3f(1, 2, -1).normalized()).toRotationMatrix();
  const Eigen::Matrix3Xf here = limited(limiter, positions, rest).positions;
  const Eigen::Matrix3Xf there = limited(limiter, turn * positions, turn * rest).positions;
  EXPECT_LT((there - turn * here).colwise().norm().maxCoeff(), 1e-3);
}

// Small changes of a frame change little of what it is brought to.
TEST(StrainLimiter, IsContinuous) {
  const Body body = clamp_end(make_bar());
  const StrainLimiter limiter(body);
  const Eigen::Matrix3Xf rest = at_rest(body);
  const Eigen::Matrix3Xf from = shaken(body, 0.04), to = shaken(body, 0.05);
  Eigen::Matrix3Xf before = limited(limiter, from, rest).positions;
  const int steps = 200;
  const double step = (to - from).colwise().norm().maxCoeff() / steps;
  for (int i = 1; i <= steps; ++i) {
    const float share = static_cast<float>(i) / steps;
    const Eigen::Matrix3Xf now = limited(limiter, from + share * (to - from), rest).positions;
    EXPECT_LT((now - before).colwise().norm().maxCoeff(), 12 * step) << i;
    before = now;
  }
}

// What stands by itself, a held pose for one, may be as it is.
TEST(StrainLimiter, AllowsTheStrainThatStandsWithoutHandles) {
  const Body body = clamp_end(make_bar());
  const StrainLimiter limiter(body);
  const Eigen::Matrix3Xf rest = at_rest(body), standing = 2.5f * rest;
  EXPECT_EQ(limited(limiter, standing, rest, {}, standing).positions, standing);
}

}  // namespace
}  // namespace retake
