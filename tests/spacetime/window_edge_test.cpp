// Edges of a window inside of a motion: how gently an edit begins there.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "retake/spacetime/banded_compliance.h"

namespace retake {
namespace {

constexpr int edge_frames = 80;

VecX slow_to_fast() {
  VecX eigenvalues(6);
  eigenvalues << 0, 4, 40, 400, 4e3, 4e4;  // rad²/s²: up to 32 Hz
  return eigenvalues;
}

// Second differences of each mode's answer to a pull, modes x (frames - 2).
MatX accelerations(int taper, int pulled_frame) {
  CostOptions options{.reach = 0};
  options.timestep = 1.0 / 30;
  options.taper_start = options.taper_end = taper;
  const BandedCompliance compliance(slow_to_fast(), edge_frames, options);
  MatX forces = MatX::Zero(6, edge_frames);
  forces.col(pulled_frame).setOnes();
  const MatX z = compliance.apply(forces);
  return z.leftCols(edge_frames - 2) - 2 * z.middleCols(1, edge_frames - 2) +
         z.rightCols(edge_frames - 2);
}

// Without a taper an edit starts with up to all of its largest acceleration (the outermost frames
// are held), with one of ten frames with less than 2 % of it, and slow modes with less than 0.5 %.
TEST(WindowEdge, SoftenedStartsAndEndsWithNextToNoAcceleration) {
  for (const int pulled : {15, 40, 60}) {
    const MatX hard = accelerations(0, pulled), soft = accelerations(10, pulled);
    for (Eigen::Index k = 0; k < hard.rows(); ++k) {
      for (const Eigen::Index edge : {Eigen::Index{0}, hard.cols() - 1}) {
        const double largest = soft.row(k).cwiseAbs().maxCoeff();
        EXPECT_LT(std::abs(soft(k, edge)), (k < 3 ? 5e-3 : 2e-2) * largest) << k;
      }
    }
    EXPECT_GT(std::abs(hard(0, 0)), 0.2 * hard.row(0).cwiseAbs().maxCoeff());
  }
}

// The squared residual is weighted by 1/s², s = sin²(πj/2m).
TEST(WindowEdge, WeighsResidualsByTheirDistanceFromTheEdge) {
  CostOptions options{.reach = 0};
  options.taper_start = 6;
  options.taper_end = 0;
  for (int j = 1; j < 6; ++j) {
    const double s = std::pow(std::sin(std::numbers::pi * j / 12), 2);
    EXPECT_NEAR(taper_weight(j, edge_frames, options), 1 / (s * s), 1e-9 / (s * s)) << j;
  }
  EXPECT_EQ(taper_weight(6, edge_frames, options), 1);
  EXPECT_EQ(taper_weight(edge_frames - 2, edge_frames, options), 1);
}

}  // namespace
}  // namespace retake
