#include <array>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "modes/bars.h"
#include "retake/elasticity/mass.h"
#include "retake/modes/modes.h"

// Frequencies of a slender beam of square section, clamped at one end, against beam theory.
namespace retake {
namespace {

constexpr double pi = std::numbers::pi;
const Material steel_like = {.name = "steel", .density = 7800, .young = 2e11, .poisson = 0.3};

struct Beam {
  double length = 1, width = 0.05;  // m
  int cells_along = 32, cells_across = 1;
};

// Lowest frequencies, rad/s.
double euler_bernoulli_bending(const Beam& beam) {
  const double beta = 1.8751040687119611 / beam.length;  // cos(x) cosh(x) = -1
  const double second_moment = std::pow(beam.width, 4) / 12, area = beam.width * beam.width;
  return beta * beta * std::sqrt(steel_like.young * second_moment / (steel_like.density * area));
}
double saint_venant_torsion(const Beam& beam) {
  const double torsion_constant = 0.140577 * std::pow(beam.width, 4);  // of a square
  const double polar_moment = std::pow(beam.width, 4) / 6;
  return pi / (2 * beam.length) *
         std::sqrt(steel_like.lame_mu() * torsion_constant / (steel_like.density * polar_moment));
}
double axial(const Beam& beam) {
  return pi / (2 * beam.length) * std::sqrt(steel_like.young / steel_like.density);
}

struct BeamFrequencies {
  double bending = 0, torsion = 0, axial = 0;  // lowest of each kind, rad/s
};

// The kind of a mode by the share of its motion: along the axis, or turning about it.
BeamFrequencies frequencies_of(const Beam& beam) {
  const Body body =
      clamp_end(make_bar({.cells = {beam.cells_along, beam.cells_across, beam.cells_across},
                          .size = {beam.length, beam.width, beam.width},
                          .material = steel_like}));
  const VecX mass = lumped_mass(body);
  const Modes modes = compute_modes(body, {.count = 12}).modes;
  BeamFrequencies lowest;
  for (Eigen::Index k = modes.shapes.cols(); k-- > 0;) {
    double along = 0, turning = 0, inertia = 0;
    for (int v = 0; v < body.vertex_count(); ++v) {
      const Vec3 u = modes.shapes.col(k).segment<3>(3 * v);
      const double y = body.rest_positions(1, v), z = body.rest_positions(2, v);
      // Rotation about the axis that grows like the first torsion mode.
      const double angle = std::sin(pi * body.rest_positions(0, v) / (2 * beam.length));
      along += mass[v] * u[0] * angle;
      turning += mass[v] * (y * u[2] - z * u[1]) * angle;
      inertia += mass[v] * (y * y + z * z) * angle * angle;
    }
    const double share_turning = turning * turning / inertia;
    const double share_along = along * along / (0.5 * mass.sum());
    const double omega = std::sqrt(modes.eigenvalues[k]);
    if (share_turning > 0.9) {
      lowest.torsion = omega;
    } else if (share_along > 0.9) {
      lowest.axial = omega;
    } else {
      lowest.bending = omega;
    }
  }
  return lowest;
}

// `error(cells_across)` is relative; the last of three meshes must be within 2 %, each better than
// the one before by `gain`.
template <class Error>
void expect_convergence(const std::array<int, 3>& cells_across, double gain, const Error& error) {
  double previous = 1e300;
  for (const int cells : cells_across) {
    const double now = std::abs(error(cells));
    EXPECT_LT(now, previous / gain) << cells << " cells across";
    previous = now;
  }
  EXPECT_LT(previous, 0.02);
}

TEST(Beam, BendingConvergesToEulerAndBernoulli) {
  expect_convergence({1, 2, 4}, 3, [](int cells) {
    const Beam beam{.cells_along = 28 * cells, .cells_across = cells};
    return frequencies_of(beam).bending / euler_bernoulli_bending(beam) - 1;
  });
}

TEST(Beam, TorsionConvergesToSaintVenant) {
  expect_convergence({2, 4, 7}, 1.8, [](int cells) {
    const Beam beam{.width = 0.1, .cells_along = 7 * cells, .cells_across = cells};
    return frequencies_of(beam).torsion / saint_venant_torsion(beam) - 1;
  });
}

TEST(Beam, StretchingIsThatOfARod) {
  const Beam beam{.width = 0.1, .cells_along = 16, .cells_across = 2};
  EXPECT_NEAR(frequencies_of(beam).axial, axial(beam), 0.01 * axial(beam));
}

}  // namespace
}  // namespace retake
