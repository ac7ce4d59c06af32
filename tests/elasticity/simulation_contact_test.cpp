#include "retake/elasticity/simulation_contact.h"

#include <gtest/gtest.h>

#include "elasticity/bar.h"

namespace retake {
namespace {

Points gradient_of(const ContactPotential& potential, const Points& positions) {
  Points gradient = Points::Zero(3, positions.cols());
  const ContactPotential::Terms terms = potential.derivatives(positions, positions);
  for (std::size_t k = 0; k < terms.vertices.size(); ++k)
    gradient.col(terms.vertices[k]) = terms.gradients[k];
  return gradient;
}

// A bar of which some vertices are near, on and inside a floor and a ball, moving sideways.
struct Touching {
  Body bar = [] {
    Body body = make_bar();
    body.pins.clear();
    return body;
  }();
  std::vector<Obstacle> obstacles = {
      {.name = "floor", .shape = PlaneObstacle{{0, 0.004, 0}, Vec3::UnitY()}, .friction = 0.7},
      {.name = "ball", .shape = SphereObstacle{{0.15, 0.45, 0.1}, 0.26}, .friction = 0.3}};
  ContactPotential potential{
      bar,
      obstacles,
      {.reach = 0.01, .friction_speed = 0.1, .stiffness = VecX::Constant(bar.vertex_count(), 500)}};
  Points positions = shaken(bar.rest_positions, 2e-3);

  Touching() {
    StepFormula formula;
    formula.step = 0.02;
    formula.positions = bar.rest_positions.colwise() - Vec3(1e-3, 0, 2e-3);
    potential.begin_step(bar.rest_positions, formula);
  }
};

TEST(ContactPotential, GradientIsTheDerivativeOfTheEnergy) {
  Touching touching;
  const Points gradient = gradient_of(touching.potential, touching.positions);
  ASSERT_GT(gradient.norm(), 1);
  Points expected = gradient;
  const double step = 1e-7;
  for (Eigen::Index k = 0; k < gradient.size(); ++k) {
    Points x = touching.positions;
    x.data()[k] += step;
    const double above = touching.potential.energy(x);
    x.data()[k] -= 2 * step;
    expected.data()[k] = (above - touching.potential.energy(x)) / (2 * step);
  }
  EXPECT_LT((gradient - expected).norm(), 1e-6 * expected.norm());
}

TEST(ContactPotential, FrictionNeverPullsHarderThanItsLimit) {
  Touching touching;
  Points x = touching.positions;
  x.row(0).array() += 1.0;  // fast, and far beyond the ball
  touching.potential.begin_step(touching.positions,
                                {.step = 0.02, .positions = touching.positions});
  const Points gradient = gradient_of(touching.potential, x);
  for (int v = 0; v < x.cols(); ++v) {
    const double depth = 0.01 - (touching.positions(1, v) - 0.004);
    if (touching.bar.rest_positions(1, v) > 0.05 || depth <= 0) continue;
    const double limit = 0.7 * 500 * depth;
    EXPECT_NEAR(std::hypot(gradient(0, v), gradient(2, v)), limit, 1e-9 * limit);
  }
}

TEST(ContactPotential, AVertexThatWouldPassThroughIsStoppedAndSlides) {
  Touching touching;
  const Points above = touching.bar.rest_positions.colwise() + Vec3(0, 0.5, 0);
  touching.obstacles.resize(1);
  ContactPotential floor(touching.bar, touching.obstacles,
                         {.reach = 0.01, .stiffness = VecX::Ones(above.cols())});
  floor.begin_step(above, {.step = 0.02, .positions = above});
  const Points wanted = above.colwise() + Vec3(0.3, -2, 0);
  const Points stopped = floor.stopped_at_obstacles(above, wanted);
  EXPECT_EQ(floor.worst_penetration(stopped), 0);
  EXPECT_LT((stopped.row(0) - wanted.row(0)).norm(), 1e-12);  // slid all the way
  EXPECT_LT((stopped.row(1).array() - 0.004).maxCoeff(), 0.01);
}

TEST(ContactPotential, AVertexThatPassesThroughAThinBoxWithinOneStepIsStoppedAtIt) {
  Touching touching;
  const Points above = touching.bar.rest_positions.colwise() + Vec3(0, 0.5, 0);
  const std::vector<Obstacle> plate = {
      {.name = "plate",
       .shape = BoxObstacle{.center = {0, -0.005, 0}, .half_size = {9, 0.005, 9}}}};
  ContactPotential contact(touching.bar, plate,
                           {.reach = 0.01, .stiffness = VecX::Ones(above.cols())});
  contact.begin_step(above, {.step = 0.02, .positions = above});
  const Points below = above.colwise() + Vec3(0, -30, 0);
  EXPECT_GT(contact.worst_penetration(below), 20);
  EXPECT_GT(contact.energy(below), 0);
  const Points stopped = contact.stopped_at_obstacles(above, below);
  EXPECT_EQ(contact.worst_penetration(stopped), 0);
  EXPECT_GE(stopped.row(1).minCoeff(), 0);
}

}  // namespace
}  // namespace retake
