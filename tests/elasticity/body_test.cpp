#include "retake/elasticity/body.h"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elasticity/bar.h"
#include "elasticity/complaint.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

using testing::HasSubstr;

TEST(Body, SoundBodiesAreAccepted) { EXPECT_EQ(complaint_about(make_bar()), "nothing"); }

TEST(Body, InvertedTetIsNamed) {
  Body bar = make_bar();
  std::swap(bar.tets(0, 5), bar.tets(1, 5));
  EXPECT_THAT(complaint_about(bar), HasSubstr("body 'bar', tet 5"));
  EXPECT_THAT(complaint_about(bar), HasSubstr("inverted"));
}

TEST(Body, FlatTetIsNamed) {
  Body bar = make_bar();
  bar.tets(2, 7) = bar.tets(1, 7);
  EXPECT_THAT(complaint_about(bar), HasSubstr("tet 7"));
  EXPECT_THAT(complaint_about(bar), HasSubstr("no volume"));
}

TEST(Body, TetOfTinySizeIsNotFlat) {
  EXPECT_EQ(complaint_about(make_bar({.cell = 1e-7})), "nothing");
}

TEST(Body, IndexOutOfRangeIsNamed) {
  Body bar = make_bar();
  bar.tets(3, 2) = 4000;
  EXPECT_THAT(complaint_about(bar), HasSubstr("tet 2: a vertex index is out of range"));
  EXPECT_THAT(complaint_about(bar), HasSubstr("found 4000"));
  bar.tets(3, 2) = -1;
  EXPECT_THAT(complaint_about(bar), HasSubstr("found -1"));
}

TEST(Body, CoordinatesMustBeFinite) {
  Body bar = make_bar();
  bar.rest_positions(1, 3) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(complaint_about(bar), HasSubstr("vertex 3"));
}

TEST(Body, PinsMustExistAndAscend) {
  Body bar = make_bar();
  bar.pins = {0, 900};
  EXPECT_THAT(complaint_about(bar), HasSubstr("pin 1"));
  bar.pins = {4, 4};
  EXPECT_THAT(complaint_about(bar), HasSubstr("ascending"));
}

TEST(Body, MaterialIndicesMustExist) {
  Body bar = make_bar();
  bar.material_of_element.assign(bar.tets.cols(), 0);
  bar.material_of_element[4] = 1;
  EXPECT_THAT(complaint_about(bar), HasSubstr("element 4: a material index is out of range"));
  bar.material_of_element.resize(3);
  EXPECT_THAT(complaint_about(bar), HasSubstr("wrong length"));
}

TEST(Body, NothingAtAllIsRefused) {
  Body body;
  EXPECT_THAT(complaint_about(body), HasSubstr("no vertices"));
  body.rest_positions = Points::Zero(3, 4);
  EXPECT_THAT(complaint_about(body), HasSubstr("neither tets nor triangles"));
}

TEST(Body, ShellNeedsAreaAndThickness) {
  Body shell;
  shell.name = "flag";
  shell.rest_positions = Points::Identity(3, 3);
  shell.triangles.resize(3, 1);
  shell.triangles << 0, 1, 2;
  EXPECT_EQ(complaint_about(shell), "nothing");
  shell.thickness = 0;
  EXPECT_THAT(complaint_about(shell), HasSubstr("thickness"));
  shell.thickness = 1e-3;
  shell.triangles << 0, 1, 1;
  EXPECT_THAT(complaint_about(shell), HasSubstr("triangle 0"));
}

TEST(Material, ValuesThatMakeNoSenseAreNamed) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto complaint = [](Material material) -> std::string {
    try {
      material.validate("body 'cow'");
    } catch (const InputError& error) {
      return error.what();
    }
    return "nothing";
  };
  EXPECT_EQ(complaint({}), "nothing");
  EXPECT_EQ(complaint({.poisson = -0.5}), "nothing");
  EXPECT_THAT(complaint({.name = "jelly", .poisson = 0.5}),
              HasSubstr("body 'cow', material 'jelly': Poisson's ratio makes no sense"));
  for (const double density : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()})
    EXPECT_THAT(complaint({.density = density}), HasSubstr("density"));
  for (const double young : {0.0, -1.0, nan})
    EXPECT_THAT(complaint({.young = young}), HasSubstr("Young"));
  for (const double poisson : {-1.0, 0.5, 0.7, nan})
    EXPECT_THAT(complaint({.poisson = poisson}), HasSubstr("Poisson"));
}

}  // namespace
}  // namespace retake
