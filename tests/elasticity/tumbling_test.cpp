#include <cmath>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "elasticity/bar.h"
#include "elasticity/depth.h"
#include "retake/elasticity/simulation.h"

namespace retake {
namespace {

// A soft block, 0.5 x 0.3 x 0.3 m.
Body soft_block() {
  Body block = make_bar({.cells = {5, 3, 3},
                         .cell = 0.1,
                         .material = {.density = 500, .young = 1.2e5, .poisson = 0.42}});
  block.pins.clear();
  return block;
}

double size_of(const Body& body) {
  const Points& rest = body.rest_positions;
  return (rest.rowwise().maxCoeff() - rest.rowwise().minCoeff()).norm();
}

// Thrown down stairs with a spin, for two seconds.
struct Tumble {
  Body block = soft_block();
  Obstacle stairs = {
      .name = "stairs",
      .shape = StairsObstacle{.top = {0.6, 0, 0}, .run = 0.35, .rise = 0.2, .steps = 5},
      .friction = 0.6};
  SimulationResult run(Integrator integrator) const {
    InitialState start;
    start.positions = block.rest_positions.colwise() + Vec3(0, 0.2, 0);
    const Vec3 spin(0.3, 0.2, -6);
    start.velocities.resize(3, block.vertex_count());
    for (int v = 0; v < block.vertex_count(); ++v) {
      const Vec3 arm = block.rest_positions.col(v) - Vec3(0.25, 0.15, 0.15);
      start.velocities.col(v) = Vec3(2, 0, 0) + spin.cross(arm);
    }
    return simulate(block, {stairs}, {}, start,
                    {.integrator = integrator, .fps = 48, .frames = 97, .stiffness_damping = 1e-3});
  }
};

TEST(Tumbling, NoVertexEntersTheStairsAndHardlyAnyStepStaysUnconverged) {
  const Tumble tumble;
  for (const Integrator integrator : {Integrator::backward_euler, Integrator::second_order}) {
    const SimulationResult result = tumble.run(integrator);
    const SimulationReport& report = result.report;
    const double size = size_of(tumble.block);
    EXPECT_LE(deepest(result.motion, tumble.stairs), 1e-3 * size);
    EXPECT_LE(report.worst_penetration, 1e-3 * size);
    EXPECT_LE(report.unconverged_steps, 0.02 * report.timesteps);
    RecordProperty("iterations_per_step",
                   std::to_string(1.0 * report.newton_iterations / report.timesteps));
    EXPECT_LE(report.newton_iterations, 6 * report.timesteps);
    EXPECT_LT(result.motion.frames.back().row(1).mean(), -0.4f);  // it came down
  }
}

TEST(Tumbling, ABodyThatWasDroppedOnItsCornerComesToRest) {
  const Body block = soft_block();
  const Obstacle floor = {.shape = PlaneObstacle{}, .friction = 0.6};
  const Mat3 turn = Eigen::AngleAxisd(0.4, Vec3(1, 0, 1).normalized()).toRotationMatrix();
  InitialState start;
  start.positions = (turn * block.rest_positions).colwise() + Vec3(0, 0.5, 0);
  const SimulationResult result =
      simulate(block, {floor}, {}, start, {.fps = 48, .frames = 145, .stiffness_damping = 2e-3});
  const auto& frames = result.motion.frames;
  const double speed = 48.0 * (frames[144] - frames[143]).colwise().norm().maxCoeff();
  EXPECT_LT(speed, 2e-3);  // m/s; it fell with 3
  EXPECT_LE(deepest(result.motion, floor), 1e-3 * size_of(block));
  EXPECT_LE(result.report.unconverged_steps, 0.02 * result.report.timesteps);
}

}  // namespace
}  // namespace retake
