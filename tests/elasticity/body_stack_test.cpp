// Bodies stacked into one: each keeps its own elasticity, and no two are tied.
#include "retake/elasticity/body_stack.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elasticity/bar.h"
#include "elasticity/sheet.h"
#include "retake/elasticity/elastic_model.h"
#include "retake/elasticity/mass.h"
#include "retake/mesh/surface.h"
#include "retake/numerics/errors.h"

namespace retake {

namespace {

Body bar_of(double young, int cells) {
  Body bar = make_bar({.cells = {cells, 1, 1}, .material = {.young = young, .poisson = 0.3}});
  bar.triangles = surface_triangles({bar.rest_positions, bar.tets});
  return bar;
}

void expect_side_by_side(const Body& a, const Body& b) {
  const Body both = stack(std::vector{a, b});
  EXPECT_NO_THROW(validate(both));
  VecX masses(both.vertex_count());
  masses << lumped_mass(a), lumped_mass(b);
  EXPECT_LT((lumped_mass(both) - masses).norm(), 1e-14 * masses.norm());
  const MatX K = stiffness_matrix(both);
  const Eigen::Index first = 3 * a.vertex_count(), second = 3 * b.vertex_count();
  EXPECT_EQ(K.topRightCorner(first, second).norm(), 0);
  EXPECT_LT((K.topLeftCorner(first, first) - MatX(stiffness_matrix(a))).norm(), 1e-12 * K.norm());
  EXPECT_LT((K.bottomRightCorner(second, second) - MatX(stiffness_matrix(b))).norm(),
            1e-12 * K.norm());
}

}  // namespace

TEST(BodyStack, HasTheStiffnessAndMassOfEachBodyAndNothingBetweenThem) {
  expect_side_by_side(bar_of(1e5, 2), bar_of(3e6, 3));
  Body cloth = make_sheet(2), other = make_sheet(3);
  other.materials[0].density *= 2;
  expect_side_by_side(cloth, other);
  other.thickness *= 3;
  expect_side_by_side(cloth, other);
}

TEST(BodyStack, CarriesRenderSurfacesAndPaintsWhatHasNoColours) {
  const Eigen::Vector3f red(1, 0, 0), clay(0.5f, 0.5f, 0.5f);
  const Body a = bar_of(1e5, 2), b = painted(bar_of(1e5, 3), red);
  const Body both = stack(std::vector{a, b}, clay);
  ASSERT_TRUE(both.render_surface);
  const RenderSurface& surface = *both.render_surface;
  EXPECT_EQ(surface.mesh.vertex_count(), both.vertex_count());
  EXPECT_EQ(surface.colors.col(0), clay);
  EXPECT_EQ(surface.colors.col(a.vertex_count()), red);
  const Eigen::Matrix3Xf rest = both.rest_positions.cast<float>();
  EXPECT_EQ(apply(surface.embedding, rest), rest);
  EXPECT_EQ(painted(b, clay).render_surface->colors, b.render_surface->colors);
}

TEST(BodyStack, ShiftsPins) {
  const Body bar = bar_of(1e5, 2);
  const Body both = stack(std::vector{bar, bar});
  ASSERT_EQ(both.pins.size(), 2 * bar.pins.size());
  EXPECT_EQ(both.pins[bar.pins.size()], bar.vertex_count() + bar.pins[0]);
}

TEST(BodyStack, StandsBesideOtherKindsWithTheFacesOfEach) {
  Body bar = bar_of(1e5, 2);
  const Eigen::Index faces = bar.triangles.cols();
  bar.triangles.resize(3, 0);
  const Body sheet = make_sheet(2);
  const Body both = side_by_side(std::vector{sheet, bar});
  EXPECT_EQ(both.vertex_count(), sheet.vertex_count() + bar.vertex_count());
  EXPECT_EQ(both.triangles.cols(), sheet.triangles.cols() + faces);
  EXPECT_EQ(both.tets.minCoeff(), sheet.vertex_count());
}

TEST(BodyStack, RefusesBodiesThatOneModelCannotCarry) {
  EXPECT_THROW(stack(std::vector{make_sheet(2), bar_of(1e5, 2)}), InputError);
  EXPECT_THROW(stack(std::vector<Body>{}), InputError);
}

}  // namespace retake
