#include "retake/elasticity/mass.h"

#include <gtest/gtest.h>

#include "elasticity/bar.h"

namespace retake {
namespace {

Body sheet() {
  Body sheet;
  sheet.rest_positions.resize(3, 4);
  sheet.rest_positions << 0, 2, 2, 0, 0, 0, 1, 1, 0, 0, 0, 0;
  sheet.triangles.resize(3, 2);
  sheet.triangles << 0, 0, 1, 2, 2, 3;
  sheet.thickness = 0.01;
  sheet.materials = {{.density = 300}};
  return sheet;
}

TEST(Mass, LumpedMassesSumToDensityTimesVolume) {
  const Body bar = make_bar({.cells = {4, 2, 3}, .cell = 0.5, .material = {.density = 800}});
  EXPECT_NEAR(lumped_mass(bar).sum(), 800 * 24 * 0.125, 1e-9);
  EXPECT_NEAR(lumped_mass(sheet()).sum(), 300 * 2 * 0.01, 1e-12);
}

TEST(Mass, EachElementHasItsOwnDensity) {
  Body bar = make_bar({.cells = {2, 1, 1}, .cell = 1, .material = {.density = 100}});
  bar.materials.push_back({.density = 500});
  for (int e = 0; e < bar.tets.cols(); ++e) bar.material_of_element.push_back(e >= 6);
  EXPECT_NEAR(lumped_mass(bar).sum(), 600, 1e-9);
}

TEST(Mass, ConsistentMassIntegratesProductsOfLinearFunctionsExactly) {
  const double density = 700;
  const Body bar = make_bar({.cells = {3, 2, 2}, .cell = 0.5, .material = {.density = density}});
  const SparseMatrix M = consistent_mass(bar);
  // Over [0,1.5] x [0,1] x [0,1]: ∫ x² = 1.125, ∫ x y = 0.5625, ∫ 1 = 1.5.
  Points u = Points::Zero(3, bar.vertex_count()), v = u, one = u;
  u.row(1) = bar.rest_positions.row(0);
  v.row(1) = bar.rest_positions.row(1);
  one.row(1).setOnes();
  EXPECT_NEAR(flat(u).dot(M * flat(u)), density * 1.125, 1e-9);
  EXPECT_NEAR(flat(u).dot(M * flat(v)), density * 0.5625, 1e-9);
  EXPECT_NEAR(flat(one).dot(M * flat(one)), density * 1.5, 1e-9);
}

TEST(Mass, RowsOfConsistentMassSumToLumpedMass) {
  for (const Body& body : {make_bar(), sheet()}) {
    const VecX sums = consistent_mass(body) * VecX::Ones(3 * body.vertex_count());
    const VecX lumped = lumped_mass(body);
    for (int v = 0; v < body.vertex_count(); ++v)
      for (int axis = 0; axis < 3; ++axis)
        EXPECT_NEAR(sums[3 * v + axis], lumped[v], 1e-12 * lumped[v]);
  }
}

}  // namespace
}  // namespace retake
