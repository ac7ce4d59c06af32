#include "retake/spacetime/region_body.h"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elasticity/bar.h"
#include "elasticity/sheet.h"
#include "retake/modes/modes.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

template <class Predicate>
std::vector<int> vertices_where(const Body& body, const Predicate& predicate) {
  std::vector<int> vertices;
  for (int v = 0; v < body.vertex_count(); ++v) {
    if (predicate(Vec3(body.rest_positions.col(v)))) vertices.push_back(v);
  }
  return vertices;
}

Body long_bar() { return make_bar({.cells = {6, 2, 2}}); }

// The unknowns of the region's free vertices within those of the whole body.
std::vector<int> unknowns_in(const FreeSystem& whole, const FreeSystem& part,
                             const RegionBody& region) {
  std::vector<int> unknowns;
  for (const int v : part.vertices) {
    const int vertex = region.vertices[static_cast<std::size_t>(v)];
    const auto place = std::lower_bound(whole.vertices.begin(), whole.vertices.end(), vertex);
    for (int a = 0; a < 3; ++a) {
      unknowns.push_back(3 * static_cast<int>(place - whole.vertices.begin()) + a);
    }
  }
  return unknowns;
}

// The law that makes a region's modes those of the body with everything else held.
void expect_system_of_whole(const Body& body, const std::vector<int>& vertices) {
  const RegionBody region = make_region_body(body, vertices);
  EXPECT_NO_THROW(validate(region.body));
  const FreeSystem whole = free_system(body), part = free_system(region.body);
  const std::vector<int> unknowns = unknowns_in(whole, part, region);

  const MatX expected = MatX(whole.K)(unknowns, unknowns);
  EXPECT_LT((MatX(part.K) - expected).norm(), 1e-12 * expected.norm());
  const VecX masses = whole.masses(unknowns);
  EXPECT_LT((part.masses - masses).norm(), 1e-12 * masses.norm());
}

TEST(RegionBody, OfASolidHasStiffnessAndMassesOfTheWholeWithTheRestHeld) {
  const Body bar = long_bar();
  expect_system_of_whole(bar, vertices_where(bar, [](const Vec3& x) { return x.x() > 0.25; }));
}

TEST(RegionBody, OfAShellKeepsTheHingesAcrossItsInterface) {
  const Body sheet = make_sheet(6);
  expect_system_of_whole(sheet, vertices_where(sheet, [](const Vec3& x) { return x.x() > 0.4; }));
}

TEST(RegionBody, HasModesThatVanishAtTheInterfaceAndEqualThoseOfABarCutByHand) {
  const Body bar = long_bar();
  const RegionBody region =
      make_region_body(bar, vertices_where(bar, [](const Vec3& x) { return x.x() > 0.25; }));
  const Modes modes = compute_modes(region.body, {.count = 5}).modes;
  const Modes by_hand = compute_modes(make_bar({.cells = {4, 2, 2}}), {.count = 5}).modes;

  EXPECT_LT((modes.eigenvalues - by_hand.eigenvalues).norm(), 1e-6 * by_hand.eigenvalues.norm());
  for (const int pin : region.body.pins) {
    EXPECT_EQ(modes.shapes.middleRows<3>(3 * pin).cwiseAbs().maxCoeff(), 0);
    EXPECT_NEAR(region.body.rest_positions(0, pin), 0.2, 1e-12);
  }
}

TEST(RegionBody, CarriesMaterialsThicknessAndPinsOver) {
  Body bar = long_bar();
  bar.materials.push_back({.name = "soft", .young = 1e3, .poisson = 0.3});
  for (Eigen::Index e = 0; e < bar.tets.cols(); ++e) bar.material_of_element.push_back(e % 2);
  bar.pins = vertices_where(bar, [](const Vec3& x) { return x.x() > 0.55; });
  expect_system_of_whole(bar, vertices_where(bar, [](const Vec3& x) { return x.x() > 0.25; }));
  Body sheet = make_sheet(4);
  sheet.thickness = 0.03;
  EXPECT_EQ(make_region_body(sheet, std::vector{0}).body.thickness, 0.03);
}

TEST(RegionBody, OfAllVerticesIsTheBodyItself) {
  const Body bar = long_bar();
  std::vector<int> all(static_cast<std::size_t>(bar.vertex_count()));
  std::iota(all.begin(), all.end(), 0);
  const RegionBody region = make_region_body(bar, all);

  EXPECT_EQ(region.vertices, all);
  EXPECT_EQ(region.body.tets, bar.tets);
  EXPECT_EQ(region.body.pins, bar.pins);
}

TEST(RegionBody, RefusesRegionsWithoutFreeVerticesAndVerticesThatDoNotExist) {
  const Body bar = long_bar();
  EXPECT_THROW(make_region_body(bar, {}), InputError);
  EXPECT_THROW(make_region_body(bar, bar.pins), InputError);
  EXPECT_THROW(make_region_body(bar, std::vector{bar.vertex_count()}), InputError);
  EXPECT_THROW(make_region_body(bar, std::vector{-1}), InputError);
}

TEST(RegionBody, MotionsAreTakenApartAndPutBack) {
  const Body bar = long_bar();
  Motion motion{.fps = 30, .start_frame = 7};
  for (unsigned f = 0; f < 3; ++f) {
    motion.frames.push_back(shaken(bar.rest_positions, 0.1, f).cast<float>());
  }
  const std::vector<int> vertices = {3, 8, 20};
  const Motion part = restricted(motion, vertices);
  EXPECT_EQ(part.start_frame, 7);
  EXPECT_EQ(part.fps, 30);
  EXPECT_EQ(part.frames[1].col(2), motion.frames[1].col(20));

  const Eigen::Matrix3Xf moved = part.frames[1].array() + 1;
  const Eigen::Matrix3Xf whole = scattered(moved, vertices, motion.frames[1]);
  EXPECT_EQ(whole.col(8), moved.col(1));
  Eigen::Matrix3Xf back = whole;
  back(Eigen::all, vertices) = part.frames[1];
  EXPECT_EQ(back, motion.frames[1]);
}

}  // namespace
}  // namespace retake
