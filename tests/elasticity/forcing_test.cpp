#include "retake/elasticity/forcing.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "retake/elasticity/mass.h"
#include "retake/elasticity/simulation_setup.h"

namespace retake {

namespace {

Body two_tets() {
  Body body;
  body.rest_positions.resize(3, 5);
  body.rest_positions << 0, 1, 0, 0, 1,  //
      0, 0, 1, 0, 1,                     //
      0, 0, 0, 1, 1;
  body.tets.resize(4, 2);
  body.tets << 0, 1, 1, 2, 2, 3, 3, 4;
  return body;
}

}  // namespace

TEST(Wind, BlowsWithItsMeanVelocityOverLongTimes) {
  const Wind wind{.velocity = {4, 0, 1}, .gust = 0.8, .gust_period = 1, .turbulence = 0.5};
  Vec3 sum = Vec3::Zero();
  constexpr int samples = 200'000;
  for (int i = 0; i < samples; ++i) sum += velocity_of(wind, {0.3, 1, -2}, 0.01 * i);
  EXPECT_LT((sum / samples - wind.velocity).norm(), 0.005 * wind.velocity.norm());
}

TEST(Wind, IsSteadyWithoutGustsAndTurbulence) {
  const Wind wind{.velocity = {0, 0, 2}, .gust = 0, .turbulence = 0};
  EXPECT_EQ(velocity_of(wind, {1, 2, 3}, 7.5), wind.velocity);
}

TEST(PinPath, MovesItsPinsRigidlyAndHoldsStillBeforeAndAfter) {
  const PinPath path{
      .pins = {0, 1},
      .pivot = {1, 0, 0},
      .keys = {{.time = 1}, {.time = 3, .translation = {0, 1, 0}, .rotation = {0, 0, 9}}}};
  const Vec3 a(0.2, 0.5, 0.1), b(-0.4, 1, 0.3);
  EXPECT_EQ(position_on(path, a, 0), a);
  EXPECT_EQ(position_on(path, a, 3), position_on(path, a, 99));
  for (const double time : {1.1, 1.9, 2.7, 3.0}) {
    const double distance = (position_on(path, a, time) - position_on(path, b, time)).norm();
    EXPECT_NEAR(distance, (a - b).norm(), 1e-12) << "at " << time << " s";
  }
}

TEST(PinPath, KeepsRotationsBeyondAFullTurn) {
  using std::numbers::pi;
  const PinPath path{.keys = {{.time = 0}, {.time = 1, .rotation = {0, 0, 4 * pi}}}};
  // Halfway in time is halfway in angle (smooth step), a full turn: back at the start.
  EXPECT_LT((position_on(path, {1, 0, 0}, 0.5) - Vec3(1, 0, 0)).norm(), 1e-12);
  EXPECT_GT((position_on(path, {1, 0, 0}, 0.3) - Vec3(1, 0, 0)).norm(), 0.1);
}

TEST(Push, GivesTheMassAtItsCentreTheStatedAccelerationAtItsPeak) {
  const Body body = two_tets();
  const Push push{
      .center = {0, 0, 0}, .radius = 0.5, .acceleration = {0, 0, 8}, .start = 1, .duration = 0.5};
  const Actions actions = to_actions({.pushes = {push}}, body);
  const Points still = Points::Zero(3, body.vertex_count());
  const Points forces = actions.forces(body.rest_positions, still, 1.25);
  EXPECT_NEAR(forces(2, 0), 8 * lumped_mass(body)[0], 1e-9);
  EXPECT_EQ(forces.rightCols(4).norm(), 0);  // the others are farther than the radius
  EXPECT_EQ(actions.forces(body.rest_positions, still, 1.6).norm(), 0);
}

TEST(Launch, PlacesAndThrowsTheBodyAsARigidPiece) {
  const Body body = two_tets();
  const Launch launch{
      .translation = {1, 2, 3}, .rotation = {0, 2, 0}, .velocity = {1, 0, 0}, .spin = {0, 3, 0}};
  const InitialState state = initial_state(launch, body);
  const VecX masses = lumped_mass(body);
  const Vec3 momentum = state.velocities * masses;
  EXPECT_LT((momentum - masses.sum() * launch.velocity).norm(), 1e-9 * masses.sum());
  for (int a = 0; a < 5; ++a) {
    for (int b = 0; b < a; ++b) {
      const Vec3 now = state.positions.col(a) - state.positions.col(b);
      const Vec3 rest = body.rest_positions.col(a) - body.rest_positions.col(b);
      EXPECT_NEAR(now.norm(), rest.norm(), 1e-12);
      const Vec3 parting = state.velocities.col(a) - state.velocities.col(b);
      EXPECT_NEAR(parting.dot(now), 0, 1e-12);  // distances stay the same
    }
  }
}

}  // namespace retake
