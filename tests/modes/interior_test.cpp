#include "retake/elasticity/interior.h"

#include <Eigen/Dense>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elasticity/complaint.h"
#include "modes/bars.h"
#include "modes/surface_body.h"
#include "retake/elasticity/elastic_model.h"
#include "retake/elasticity/mass.h"
#include "retake/elasticity/simulation_setup.h"
#include "retake/modes/mode_cache.h"
#include "retake/modes/modes.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

using testing::HasSubstr;

// Three different sides, so that no eigenvalue is double.
Body bar() { return make_bar({.cells = {5, 2, 2}, .size = {4, 1.3, 0.8}}); }

TEST(Interior, SurfaceFollowsLinearFieldsExactly) {
  const Body body = surface_of_ball();
  const Mat3 A = (Mat3() << 0.3, -1.2, 2, 0.5, 0.7, -0.4, 1, 0.2, 0.9).finished();
  const Vec3 b(3, -2, 1);
  const Points inside = (A * body.interior->rest_positions).colwise() + b;
  const Points expected = (A * body.rest_positions).colwise() + b;
  const VecX found = interior_to_surface(body) * flat(inside);
  EXPECT_LT((found - flat(expected)).lpNorm<Eigen::Infinity>(), 1e-12);
}

TEST(Interior, RigidModesAreRigidOnTheSurface) {
  const Body body = surface_of_ball();
  const Modes modes = compute_modes(body, {.count = 4}).modes;
  ASSERT_EQ(modes.rigid.cols(), 6);
  MatX rigid(3 * body.vertex_count(), 6);
  for (int v = 0; v < body.vertex_count(); ++v) {
    const Vec3 x = body.rest_positions.col(v);
    rigid.block<3, 3>(3 * v, 0).setIdentity();
    for (int axis = 0; axis < 3; ++axis) {
      rigid.block<3, 1>(3 * v, 3 + axis) = Vec3::Unit(axis).cross(x);
    }
  }
  const Eigen::ColPivHouseholderQR<MatX> basis(rigid);
  const MatX left = modes.rigid - rigid * basis.solve(modes.rigid);
  EXPECT_LT(left.norm(), 1e-11 * modes.rigid.norm());
}

TEST(Interior, ModesOfASolidsOwnSkinAreThoseOfTheSolid) {
  for (const Body& solid : {bar(), clamp_end(bar())}) {
    const Modes expected = compute_modes(solid, {.count = 8}).modes;
    const Modes found = compute_modes(skin_of(solid), {.count = 8}).modes;
    for (int k = 0; k < 8; ++k) {
      EXPECT_NEAR(found.eigenvalues[k], expected.eigenvalues[k], 1e-7 * expected.eigenvalues[k]);
    }
    const MatX shapes = rows_of_skin(solid, expected.shapes);
    for (int k = 0; k < 8; ++k) {
      const double sign = shapes.col(k).dot(found.shapes.col(k)) < 0 ? -1 : 1;
      EXPECT_LT((found.shapes.col(k) - sign * shapes.col(k)).norm(), 1e-5 * shapes.col(k).norm())
          << "mode " << k;
    }
  }
}

TEST(Interior, PinnedVerticesOfTheSurfaceMoveInNoMode) {
  Body body = surface_of_ball();
  for (int v = 0; v < body.vertex_count(); ++v) {
    if (body.rest_positions(1, v) < -0.15) body.pins.push_back(v);
  }
  ASSERT_GT(body.pins.size(), 3U);
  const Modes modes = compute_modes(body, {.count = 10}).modes;
  EXPECT_EQ(modes.rigid.cols(), 0);
  for (const int pin : body.pins) EXPECT_TRUE(modes.shapes.middleRows<3>(3 * pin).isZero(0));
  EXPECT_GT(modes.shapes.norm(), 0);
}

TEST(Interior, MassIsThatOfTheSurfacesVolume) {
  Body skin = skin_of(bar());
  const double whole = lumped_mass(bar()).sum();
  EXPECT_NEAR(lumped_mass(skin).sum(), whole, 1e-12 * whole);
  skin.interior->fill = 0.5;
  EXPECT_NEAR(lumped_mass(skin).sum(), whole / 2, 1e-12 * whole);
  EXPECT_NEAR(lumped_mass(interior_body(skin)).sum(), whole / 2, 1e-12 * whole);
}

TEST(Interior, LessMassRaisesFrequenciesByTheRootOfIt) {
  Body skin = skin_of(bar());
  const VecX before = compute_modes(skin, {.count = 3}).modes.eigenvalues;
  skin.interior->fill = 0.25;
  const VecX after = compute_modes(skin, {.count = 3}).modes.eigenvalues;
  EXPECT_TRUE(after.isApprox(4 * before, 1e-6));
}

TEST(Interior, DistinguishesCachedModes) {
  const Body skin = skin_of(bar());
  const std::string key = mode_cache_key(skin, 1e-8);
  Body other = skin;
  other.interior->fill = 0.9;
  EXPECT_NE(mode_cache_key(other, 1e-8), key);
  other = skin;
  other.interior->rest_positions(0, 0) += 1e-9;
  EXPECT_NE(mode_cache_key(other, 1e-8), key);
  other = skin;
  other.interior.reset();
  EXPECT_NE(mode_cache_key(other, 1e-8), key);
}

TEST(Interior, IsSimulatedAndCarriesTheSurfaceAlong) {
  const Body solid = clamp_end(bar());
  SimulationSetup setup;
  setup.options.frames = 5;
  const Motion expected = simulate(solid, setup).motion;
  const Motion found = simulate(skin_of(solid), setup).motion;
  const Surface skin = surface_of({solid.rest_positions, solid.tets});
  const Eigen::Matrix3Xf last = expected.frames.back()(Eigen::all, skin.vertices);
  EXPECT_GT((last - expected.frames.front()(Eigen::all, skin.vertices)).norm(), 0.1F);
  EXPECT_LT((found.frames.back() - last).cwiseAbs().maxCoeff(), 1e-4F);
}

TEST(Interior, HasNoForcesWithoutItsTets) {
  EXPECT_THROW(make_elastic_model(skin_of(bar())), InputError);
}

TEST(Interior, WhatIsWrongWithItIsNamed) {
  const Body good = skin_of(bar());
  EXPECT_EQ(complaint_about(good), "nothing");
  Body body = good;
  body.interior->surface.weights(0, 3) += 0.5F;
  EXPECT_THAT(complaint_about(body), HasSubstr("vertex 3"));
  body = good;
  body.interior->tets(0, 2) = 100000;
  EXPECT_THAT(complaint_about(body), HasSubstr("interior, tet 2"));
  body = good;
  body.interior->surface.vertices.conservativeResize(4, 2);
  EXPECT_THAT(complaint_about(body), HasSubstr("carry"));
  body = good;
  body.interior->fill = 0;
  EXPECT_THAT(complaint_about(body), HasSubstr("fill"));
  body = bar();
  body.interior = good.interior;
  EXPECT_THAT(complaint_about(body), HasSubstr("interior"));
}

}  // namespace
}  // namespace retake
