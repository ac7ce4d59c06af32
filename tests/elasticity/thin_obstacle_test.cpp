// Obstacles that are thinner than the way of one timestep, and edges narrower than an element.
#include <cmath>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "elasticity/bar.h"
#include "elasticity/depth.h"
#include "retake/elasticity/mass.h"
#include "retake/elasticity/simulation.h"

namespace retake {
namespace {

constexpr Integrator integrators[] = {Integrator::backward_euler, Integrator::second_order};

Body free_bar(std::array<int, 3> cells) {
  Body bar = make_bar({.cells = cells, .material = {.density = 800, .young = 2e5, .poisson = 0.4}});
  bar.pins.clear();
  return bar;
}

// A plate whose upper side lies in y = 0, lengths in m.
Obstacle plate(double half_width, double half_thickness = 2.5e-3) {
  return {.name = "plate",
          .shape = BoxObstacle{.center = {0, -half_thickness, 0},
                               .half_size = {half_width, half_thickness, half_width}},
          .friction = 0.5};
}

// Centred above the origin, its lower side at a height.
Points placed(const Body& bar, double height) {
  const Points& rest = bar.rest_positions;
  const Vec3 middle = (rest.rowwise().minCoeff() + rest.rowwise().maxCoeff()) / 2;
  const double low = rest.row(1).minCoeff();
  return rest.colwise() - Vec3(middle.x(), low - height, middle.z());
}

// Rounding of positions that are kept as float32.
constexpr double rounding = 1e-6;

TEST(ThinObstacle, ABodyThatFallsFarInOneTimestepStaysAboveAThinPlate) {
  const Body bar = free_bar({4, 2, 2});
  for (const Integrator integrator : integrators) {
    const Obstacle floor = plate(3, integrator == Integrator::second_order ? 1e-4 : 2.5e-3);
    InitialState start;
    start.positions = placed(bar, 0.6);
    start.velocities = Vec3(0, -12, 0).replicate(1, bar.vertex_count());  // 0.5 m a timestep
    const SimulationResult result =
        simulate(bar, {floor}, {}, start,
                 {.integrator = integrator, .frames = 72, .stiffness_damping = 2e-3});
    EXPECT_LT(deepest(result.motion, floor), rounding);
    for (const FrameView& frame : result.motion.frames)
      ASSERT_GT(frame.row(1).minCoeff(), -rounding);  // nor beneath it
    EXPECT_FALSE(result.contacts.empty());
    for (const double energy : result.report.energies)
      EXPECT_LT(energy, 1.001 * result.report.energies.front());  // the bounce gives none
  }
}

// The wall is a little wider than an element: contact is between vertices and obstacles.
TEST(ThinObstacle, ABarThatLandsAcrossAWallRestsOnItAndIsNeverEntered) {
  const Body bar = free_bar({12, 1, 2});
  const Obstacle edge = {.name = "wall",
                         .shape = BoxObstacle{.center = {0, -0.5, 0}, .half_size = {0.06, 0.5, 2}},
                         .friction = 0.8};
  for (const double offset : {0.0, 0.037, 0.2}) {
    InitialState start;
    start.positions = placed(bar, 0.3).colwise() + Vec3(offset, 0, 0);
    const SimulationResult result =
        simulate(bar, {edge}, {}, start,
                 {.integrator = Integrator::second_order, .frames = 60, .stiffness_damping = 2e-3});
    EXPECT_LT(deepest(result.motion, edge), rounding) << offset;
    EXPECT_FALSE(result.contacts.empty());
    if (offset == 0) {
      EXPECT_GT(result.motion.frames.back().row(1).maxCoeff(), 0);  // balanced
    }
  }
}

TEST(ThinObstacle, ABarThatTipsOverTheEndOfAPlateTurnsAroundItAndFalls) {
  const Body bar = free_bar({6, 1, 1});
  const Obstacle table = plate(0.4);
  InitialState start;
  start.positions =
      placed(bar, 0.002).colwise() + Vec3(0.5, 0, 0);  // its middle hangs over the end
  const SimulationResult result =
      simulate(bar, {table}, {}, start,
               {.integrator = Integrator::second_order, .frames = 40, .stiffness_damping = 1e-3});
  EXPECT_LT(deepest(result.motion, table), rounding);
  EXPECT_LT(result.motion.frames.back().row(1).maxCoeff(), -0.1);
}

TEST(ThinObstacle, ABlockThatSlidesOverAThinPlateStopsAfterTheWayThatCoulombSays) {
  const Body block = free_bar({2, 1, 2});
  const Obstacle floor = plate(3);
  const double speed = 2, way = speed * speed / (2 * floor.friction * 9.81);
  for (const Integrator integrator : integrators) {
    InitialState start;
    start.positions = placed(block, 2e-4);
    start.velocities = Vec3(speed, 0, 0).replicate(1, block.vertex_count());
    const SimulationResult result = simulate(
        block, {floor}, {}, start,
        {.integrator = integrator, .frames = 30, .substeps = 4, .stiffness_damping = 2e-3});
    const auto& frames = result.motion.frames;
    const double gone = (frames.back() - frames.front()).row(0).mean();
    EXPECT_NEAR(gone, way, 0.05 * way);
    EXPECT_LT((frames[29] - frames[28]).norm(), 1e-4);
    EXPECT_LT(deepest(result.motion, floor), rounding);
  }
}

}  // namespace
}  // namespace retake
