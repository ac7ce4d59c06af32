#include "retake/elasticity/contact_step.h"

#include <gtest/gtest.h>

#include "elasticity/bar.h"
#include "retake/elasticity/elastic_model.h"

namespace retake {
namespace {

TEST(ContactStep, EndsWhereElasticityInertiaLoadAndNonlinearContactBalance) {
  Body bar = make_bar({.cells = {4, 2, 2}});
  bar.pins.clear();
  const Points& rest = bar.rest_positions;
  const int count = bar.vertex_count();
  const SparseMatrix stiffness = make_elastic_model(bar, ElasticLaw::corotated)
                                     ->respond(rest, StiffnessKind::positive)
                                     .stiffness;
  const double inertia = 50;  // N/m
  // The floor slopes, so that only some vertices come to touch it; none does yet.
  const Vec3 up = Vec3(-0.05, 1, 0.02).normalized();
  const Obstacle floor = {.shape = PlaneObstacle{{0, -0.03, 0}, up}, .friction = 0};
  ContactPotential contact(bar, {floor}, {.reach = 1e-3, .stiffness = VecX::Constant(count, 1e5)});
  contact.begin_step(rest, {.step = 0.02, .positions = rest});
  const ContactPotential::Terms linear = contact.derivatives(rest, rest);
  ASSERT_TRUE(linear.vertices.empty());

  NewtonSystem system(stiffness, std::vector<char>(static_cast<std::size_t>(count), 0));
  system.assemble(stiffness,
                  std::vector<Mat3>(static_cast<std::size_t>(count), inertia * Mat3::Identity()));
  ASSERT_TRUE(system.factorize());
  const Points load = Vec3(0, -5, 0).replicate(1, count);  // N: 0.1 m down, were it free
  const Points step = meet_obstacles({contact, system, linear, rest}, system.solve(load));

  Points residual = inertia * step - load;
  flat(residual) += stiffness.selfadjointView<Eigen::Lower>() * flat(step);
  const ContactPotential::Terms touching = contact.derivatives(rest, rest + step);
  ASSERT_GT(touching.vertices.size(), 2);
  double largest = 0;
  for (std::size_t k = 0; k < touching.vertices.size(); ++k) {
    residual.col(touching.vertices[k]) += touching.gradients[k];
    largest = std::max(largest, touching.gradients[k].norm());
  }
  EXPECT_LT(residual.colwise().norm().maxCoeff(), 0.02 * largest);
  EXPECT_EQ(contact.worst_penetration(rest + step), 0);
}

}  // namespace
}  // namespace retake
