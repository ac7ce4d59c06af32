// Wave numbers of shapes, and what a hand of finite size does to the cost of modes.
#include "retake/spacetime/spectrum.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "retake/mesh/bounding_box.h"
#include "retake/spacetime/cost.h"
#include "spacetime/edited_bar.h"

namespace retake {
namespace {

// Waves along an axis of the world, moving points along it, as one column.
MatX wave_along(const Vec3& axis, double wave_number, const Points& positions) {
  MatX shape(positions.size(), 1);
  for (Eigen::Index v = 0; v < positions.cols(); ++v)
    shape.col(0).segment<3>(3 * v) = std::sin(wave_number * axis.dot(positions.col(v))) * axis;
  return shape;
}

// The mean over three axes at right angles sees edges of all directions.
double mean_wave_number(const Body& body, double wave_number) {
  double squares = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const MatX shape = wave_along(Vec3::Unit(axis), wave_number, body.rest_positions);
    squares += std::pow(wave_numbers_of(body, shape)[0], 2) / 3;
  }
  return std::sqrt(squares);
}

Body cube() { return make_bar({.cells = {10, 10, 10}, .size = {1, 1, 1}}); }

TEST(Spectrum, TellsTheWaveNumbersOfWaves) {
  const Body body = cube();
  const double size = bounding_box(body.rest_positions).diagonal();
  for (const int waves : {1, 2}) {
    const double wave_number = 2 * std::numbers::pi * waves;  // 1/m
    EXPECT_NEAR(mean_wave_number(body, wave_number), size * wave_number, 0.1 * size * wave_number);
  }
}

TEST(Spectrum, TellsTheSameAtAnySizeOfTheBody) {
  const Body body = cube();
  Body large = body;
  large.rest_positions *= 1e3;
  const MatX shape = MatX::Random(body.rest_positions.size(), 2);
  EXPECT_TRUE(wave_numbers_of(large, shape).isApprox(wave_numbers_of(body, shape), 1e-12));
}

TEST(Spectrum, HasNoWavesWhereTheBodyMovesAsAWhole) {
  const Body body = cube();
  const MatX shape = Vec3(1, 2, 3).replicate(body.rest_positions.cols(), 1);
  EXPECT_EQ(wave_numbers_of(body, shape)[0], 0);
}

TEST(ReachWeights, AreThoseOfTheStiffnessThatAHandFeels) {
  const VecX lambdas = (VecX(4) << 0, 2, 50, 800).finished();
  const VecX waves = (VecX(4) << 0, 3, 40, 200).finished();
  const VecX felt = lambdas.array() / (1 + (hand_size * waves.array()).square());
  for (const double reach : {0.0, 1.0, 1.75, 2.0}) {
    const VecX weights = reach_weights({lambdas, waves}, reach);
    EXPECT_EQ(weights[0], 1);
    for (int k = 1; k < 4; ++k)
      EXPECT_NEAR(weights[k], std::pow(felt[k] / felt[1], -reach), 1e-12) << k << " " << reach;
  }
}

}  // namespace
}  // namespace retake
