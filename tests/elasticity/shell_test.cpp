#include <cmath>
#include <numbers>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "elasticity/sheet.h"
#include "elasticity/whole_matrix.h"
#include "retake/elasticity/shell_bending.h"
#include "retake/elasticity/shell_model.h"
#include "retake/numerics/parallel_for.h"

namespace retake {
namespace {

// Central differences of the energy by every coordinate, with its sign turned.
Points differences_of_energy(ElasticModel& model, const Points& positions, double step) {
  Points forces(3, positions.cols());
  Points x = positions;
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    const double at = x.data()[k];
    x.data()[k] = at + step;
    const double above = model.energy(x);
    x.data()[k] = at - step;
    const double below = model.energy(x);
    x.data()[k] = at;
    forces.data()[k] = -(above - below) / (2 * step);
  }
  return forces;
}

MatX differences_of_forces(ElasticModel& model, const Points& positions, double step) {
  MatX K(positions.size(), positions.size());
  Points x = positions;
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    const double at = x.data()[k];
    x.data()[k] = at + step;
    const Points above = model.forces(x);
    x.data()[k] = at - step;
    const Points below = model.forces(x);
    x.data()[k] = at;
    K.col(k) = -(flat(above) - flat(below)) / (2 * step);
  }
  return K;
}

// The sheet with a fold of 0.5 rad at rest, so that rest angles matter.
Body folded_sheet() {
  Body sheet = make_sheet(4, 1, 0.1);  // thick: bending weighs as much as stretching
  for (int v = 0; v < sheet.vertex_count(); ++v) {
    const double over = std::max(0.0, sheet.rest_positions(0, v) - 0.5);
    sheet.rest_positions(0, v) -= over * (1 - std::cos(0.5));
    sheet.rest_positions(2, v) += over * std::sin(0.5);
  }
  return sheet;
}

TEST(Shell, ForceIsMinusTheGradientOfTheEnergy) {
  const Body sheet = folded_sheet();
  const auto model = make_shell_model(sheet);
  const Points x = crumpled(sheet.rest_positions);
  const Points expected = differences_of_energy(*model, x, 1e-6);
  EXPECT_LT((model->forces(x) - expected).norm(), 1e-6 * expected.norm());
  EXPECT_LT((model->respond(x).forces - expected).norm(), 1e-6 * expected.norm());
}

TEST(Shell, StiffnessIsMinusTheDerivativeOfTheForce) {
  const Body sheet = folded_sheet();
  const auto model = make_shell_model(sheet);
  const Points x = crumpled(sheet.rest_positions);
  const MatX expected = differences_of_forces(*model, x, 1e-6);
  EXPECT_LT((whole(model->respond(x).stiffness) - expected).norm(), 1e-6 * expected.norm());
}

TEST(Shell, BendingAloneHasTheExactStiffnessToo) {
  Body sheet = folded_sheet();
  const std::vector<Hinge> hinges = make_hinges(sheet);
  const Points x = crumpled(sheet.rest_positions);
  for (const Hinge& hinge : hinges) {
    HingeMatrix expected;
    Points moved = x;
    for (int k = 0; k < 12; ++k) {
      double& at = moved(k % 3, hinge.vertices[static_cast<std::size_t>(k / 3)]);
      const double before = at;
      at = before + 1e-6;
      const HingeVector above = hinge_gradient(hinge, moved);
      at = before - 1e-6;
      expected.col(k) = (above - hinge_gradient(hinge, moved)) / 2e-6;
      at = before;
    }
    const HingeMatrix found = hinge_response(hinge, x, StiffnessKind::exact).hessian;
    EXPECT_LT((found - expected).norm(), 1e-6 * expected.norm());
  }
}

TEST(Shell, EnergyOfTheResponseIsTheEnergy) {
  const Body sheet = folded_sheet();
  const auto model = make_shell_model(sheet);
  const Points x = crumpled(sheet.rest_positions);
  EXPECT_NEAR(model->respond(x).energy, model->energy(x), 1e-12 * model->energy(x));
}

TEST(Shell, PositiveStiffnessHasNoNegativeEigenvalue) {
  const Body sheet = folded_sheet();
  const auto model = make_shell_model(sheet);
  const Points x = crumpled(0.6 * sheet.rest_positions);  // compressed: the exact one has some
  const auto eigenvalues = [&](StiffnessKind kind) {
    return VecX(Eigen::SelfAdjointEigenSolver<MatX>(whole(model->respond(x, kind).stiffness))
                    .eigenvalues());
  };
  const VecX positive = eigenvalues(StiffnessKind::positive);
  EXPECT_GT(positive.minCoeff(), -1e-12 * positive.maxCoeff());
  EXPECT_LT(eigenvalues(StiffnessKind::exact).minCoeff(), -1e-3 * positive.maxCoeff());
}

TEST(Shell, RigidMotionsGiveNoForce) {
  const Body sheet = folded_sheet();
  const auto model = make_shell_model(sheet);
  const Mat3 turn = Eigen::AngleAxisd(2.1, Vec3(1, -2, 0.5).normalized()).toRotationMatrix();
  const Points x = (turn * sheet.rest_positions).colwise() + Vec3(3, -1, 2);
  const double typical = model->forces(crumpled(sheet.rest_positions)).norm();
  EXPECT_LT(model->forces(x).norm(), 1e-10 * typical);
}

TEST(Shell, StretchingAStripTakesTheEnergyOfPlaneStress) {
  const Body sheet = make_sheet(4, 1, 0.01);
  const Material& cloth = sheet.materials[0];
  const double strain = 1e-3;
  Points x = sheet.rest_positions;
  x.row(0) *= 1 + strain;
  x.row(1) *= 1 - cloth.poisson * strain;  // free edges
  const double expected = 0.5 * cloth.young * strain * strain * sheet.thickness;
  EXPECT_NEAR(make_shell_model(sheet)->energy(x), expected, 1e-6 * expected);
}

// Rolls the unit sheet onto a cylinder of the given radius about an axis along y.
Points rolled(const Points& rest, double radius) {
  Points x = rest;
  for (int v = 0; v < rest.cols(); ++v) {
    const double angle = rest(0, v) / radius;
    x(0, v) = radius * std::sin(angle);
    x(2, v) = radius * (1 - std::cos(angle));
  }
  return x;
}

double bending_energy(const Body& sheet, const Points& positions) {
  double energy = 0;
  for (const Hinge& hinge : make_hinges(sheet)) energy += hinge_energy(hinge, positions);
  return energy;
}

TEST(Shell, BendingIntoACylinderConvergesToThePlatesEnergy) {
  const double radius = 0.8;
  double last_error = 1;
  for (const int cells : {8, 16, 32, 64}) {
    const Body sheet = make_sheet(cells);
    const double plate =
        0.5 * flexural_rigidity(sheet.materials[0], sheet.thickness) / (radius * radius);
    const double error =
        std::abs(bending_energy(sheet, rolled(sheet.rest_positions, radius)) / plate - 1);
    EXPECT_LT(error, 0.6 * last_error) << cells << " cells";
    last_error = error;
  }
  EXPECT_LT(last_error, 0.02);
}

TEST(Shell, EquilateralTrianglesBendAlikeInEveryDirection) {
  Body sheet = make_sheet(40);
  const int row = 41;
  for (int v = 0; v < sheet.vertex_count(); ++v) {  // shear the squares into rhombi, then cut alike
    const double i = v % row, j = v / row;
    sheet.rest_positions.col(v) = Vec3(i + 0.5 * j, std::sqrt(0.75) * j, 0) / 40;
  }
  for (int t = 0, cell = 0; cell < 40 * 40; ++cell) {
    const int a = (cell / 40) * row + cell % 40;
    sheet.triangles.col(t++) = Eigen::Vector3i(a, a + 1, a + row);
    sheet.triangles.col(t++) = Eigen::Vector3i(a + 1, a + row + 1, a + row);
  }
  const double area = std::sqrt(0.75);
  const double plate = 0.5 * flexural_rigidity(sheet.materials[0], sheet.thickness) * area;
  for (const double angle : {0.0, 0.3, 0.7, 1.2}) {
    const Mat3 turn = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
    const double energy = bending_energy(sheet, rolled(turn * sheet.rest_positions, 1.0));
    EXPECT_NEAR(energy / plate, 1, 0.05) << angle;  // the rim has half a hinge too few
  }
}

TEST(Shell, AnswersTheSameBitsForAnyNumberOfThreads) {
  const Body sheet = make_sheet(20);
  const Points x = crumpled(sheet.rest_positions);
  const auto respond = [&](int threads) {
    const ThreadLimit limit(threads);
    return make_shell_model(sheet)->respond(x);
  };
  const ElasticResponse one = respond(1), two = respond(2);
  EXPECT_EQ(one.energy, two.energy);
  EXPECT_EQ(one.forces, two.forces);
  EXPECT_EQ(one.stiffness.coeffs().matrix(), two.stiffness.coeffs().matrix());
}

TEST(Shell, AFoldThatClosesCompletelyHasNoJumpInEnergy) {
  const Body sheet = make_sheet(1, 1, 0.1);
  const Hinge hinge = make_hinges(sheet).at(0);
  const Vec3 axis =
      (sheet.rest_positions.col(hinge.vertices[1]) - sheet.rest_positions.col(hinge.vertices[0]))
          .normalized();
  const auto energy_at = [&](double angle) {
    Points x = sheet.rest_positions;
    const int tip = hinge.vertices[3];
    x.col(tip) = Eigen::AngleAxisd(angle, axis) * Vec3(x.col(tip));
    return hinge_energy(hinge, x);
  };
  const double before = energy_at(std::numbers::pi - 1e-4);
  const double after = energy_at(std::numbers::pi + 1e-4);
  EXPECT_NEAR(before, after, 1e-6 * before);
}

TEST(Shell, StaysFiniteWhenCrushedToALineOrAPoint) {
  const Body sheet = make_sheet(4);
  const auto model = make_shell_model(sheet);
  for (const int kept_rows : {0, 1}) {
    Points x = sheet.rest_positions;
    x.bottomRows(3 - kept_rows).setZero();
    const ElasticResponse& response = model->respond(x, StiffnessKind::positive);
    EXPECT_TRUE(std::isfinite(response.energy));
    EXPECT_TRUE(response.forces.allFinite());
    EXPECT_TRUE(response.stiffness.coeffs().isFinite().all());
  }
}

}  // namespace
}  // namespace retake
