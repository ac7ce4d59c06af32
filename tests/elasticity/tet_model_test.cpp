#include <cmath>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "elasticity/bar.h"
#include "elasticity/whole_matrix.h"
#include "retake/elasticity/elastic_model.h"
#include "retake/numerics/parallel_for.h"

namespace retake {
namespace {

// Two materials, so that a mix-up of elements shows.
Body two_material_bar(std::array<int, 3> cells = {3, 2, 2}) {
  Body bar = make_bar({.cells = cells});
  bar.materials.push_back({.young = 4e5, .poisson = 0.45});
  for (int e = 0; e < bar.tets.cols(); ++e) bar.material_of_element.push_back(e % 3 == 0);
  return bar;
}

// A state far from rest: bent, twisted and stretched, then shaken.
Points strongly_deformed(const Body& body) {
  Points positions = body.rest_positions;
  for (auto p : positions.colwise()) {
    const double turn = 8 * p.x();
    const Vec3 across = Eigen::AngleAxisd(turn, Vec3::UnitX()) * Vec3(0, p.y(), p.z());
    p = Vec3(1.6 * p.x(), across.y() + 4 * p.x() * p.x(), 0.7 * across.z());
  }
  return shaken(positions, 0.02);
}

// One vertex pushed through the opposite face, so that some tets are inside out.
Points inverted(const Body& body) {
  Points positions = shaken(body.rest_positions, 0.01, 7);
  positions.col(body.vertex_count() - 1) -= Vec3(0.17, 0.14, 0.15);
  return positions;
}

int inverted_tets(const Body& body, const Points& positions) {
  int count = 0;
  for (const auto& tet : body.tets.colwise()) {
    Mat3 edges;
    for (int a = 0; a < 3; ++a) edges.col(a) = positions.col(tet[a + 1]) - positions.col(tet[0]);
    count += edges.determinant() < 0;
  }
  return count;
}

class TetModel : public testing::TestWithParam<ElasticLaw> {};

INSTANTIATE_TEST_SUITE_P(Laws, TetModel,
                         testing::Values(ElasticLaw::stvk, ElasticLaw::corotated,
                                         ElasticLaw::stable_neo_hookean),
                         [](const auto& law) -> std::string {
                           switch (law.param) {
                             case ElasticLaw::stvk:
                               return "Stvk";
                             case ElasticLaw::corotated:
                               return "Corotated";
                             default:
                               return "StableNeoHookean";
                           }
                         });

// Fourth-order central difference of a function of one number.
template <class Function>
auto derivative(const Function& f, double h) {
  using Value = decltype(f(h));
  return Value((8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h));
}

void expect_derivatives_agree(const Body& body, const Points& positions, ElasticLaw law) {
  const auto model = make_elastic_model(body, law);
  const ElasticResponse response = model->respond(positions);
  const MatX stiffness = whole(response.stiffness);
  EXPECT_NEAR(response.energy, model->energy(positions), 1e-12 * std::abs(response.energy));
  EXPECT_LT((response.forces - model->forces(positions)).norm(), 1e-12 * response.forces.norm());
  for (unsigned seed = 11; seed < 17; ++seed) {
    const Points direction = shaken(Points::Zero(3, body.vertex_count()), 1, seed);
    const double slope =
        derivative([&](double h) { return model->energy(positions + h * direction); }, 2e-5);
    const double expected = -flat(response.forces).dot(flat(direction));
    EXPECT_NEAR(slope, expected, 1e-6 * response.forces.norm());
    const Points change = derivative(
        [&](double h) -> Points { return model->forces(positions + h * direction); }, 1e-5);
    const VecX product = stiffness * flat(direction);
    EXPECT_LT((flat(change) + product).norm(), 1e-6 * product.norm());
  }
}

TEST_P(TetModel, ForceAndStiffnessAreTheDerivativesOfEnergyNearRest) {
  const Body bar = two_material_bar();
  expect_derivatives_agree(bar, shaken(bar.rest_positions, 1e-3), GetParam());
}

TEST_P(TetModel, ForceAndStiffnessAreTheDerivativesOfEnergyWhenStronglyDeformed) {
  const Body bar = two_material_bar();
  expect_derivatives_agree(bar, strongly_deformed(bar), GetParam());
}

TEST_P(TetModel, ForceAndStiffnessAreTheDerivativesOfEnergyWithInvertedTets) {
  const Body bar = two_material_bar();
  const Points positions = inverted(bar);
  ASSERT_GT(inverted_tets(bar, positions), 0);
  expect_derivatives_agree(bar, positions, GetParam());
}

TEST_P(TetModel, RigidMotionsCostNothing) {
  const Body bar = two_material_bar();
  const auto model = make_elastic_model(bar, GetParam());
  const double scale = model->forces(strongly_deformed(bar)).norm();
  const Eigen::AngleAxisd turn(2.1, Vec3(1, -2, 0.5).normalized());
  const Points moved = (turn.toRotationMatrix() * bar.rest_positions).colwise() + Vec3(3, 1, -2);
  EXPECT_LT(model->forces(moved).norm(), 1e-11 * scale);
  EXPECT_LT(std::abs(model->energy(moved)), 1e-13 * model->energy(strongly_deformed(bar)));
}

TEST_P(TetModel, ForcesTurnWithTheBody) {
  const Body bar = two_material_bar();
  const auto model = make_elastic_model(bar, GetParam());
  const Points positions = inverted(bar);
  const Mat3 turn = Eigen::AngleAxisd(-1.3, Vec3(0.2, 1, 2).normalized()).toRotationMatrix();
  const Points turned = turn * model->forces(positions);
  const Points of_turned = model->forces(turn * positions);
  EXPECT_LT((turned - of_turned).norm(), 1e-11 * turned.norm());
}

TEST_P(TetModel, ForcesSumToZeroInForceAndTorque) {
  const Body bar = two_material_bar();
  const auto model = make_elastic_model(bar, GetParam());
  const Points positions = strongly_deformed(bar);
  const Points forces = model->forces(positions);
  Vec3 torque = Vec3::Zero();
  for (int v = 0; v < bar.vertex_count(); ++v)
    torque += Vec3(positions.col(v)).cross(Vec3(forces.col(v)));
  EXPECT_LT(forces.rowwise().sum().norm(), 1e-12 * forces.norm());
  EXPECT_LT(torque.norm(), 1e-12 * forces.norm());
}

// Linear elasticity written down directly: K_ab = V (λ g_a g_bᵀ + μ g_b g_aᵀ + μ (g_a·g_b) I).
MatX linear_stiffness(const Body& body) {
  MatX K = MatX::Zero(3 * body.vertex_count(), 3 * body.vertex_count());
  for (int e = 0; e < body.tets.cols(); ++e) {
    const Eigen::Vector4i tet = body.tets.col(e);
    Eigen::Matrix4d corners;
    for (int a = 0; a < 4; ++a) corners.col(a) << 1, body.rest_positions.col(tet[a]);
    const Eigen::Matrix<double, 4, 3> g = corners.inverse().rightCols<3>();
    const double volume = corners.determinant() / 6;
    const double mu = body.material_of(e).lame_mu(), lambda = body.material_of(e).lame_lambda();
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b)
        K.block<3, 3>(3 * tet[a], 3 * tet[b]) +=
            volume *
            (lambda * g.row(a).transpose() * g.row(b) + mu * g.row(b).transpose() * g.row(a) +
             mu * g.row(a).dot(g.row(b)) * Mat3::Identity());
  }
  return K;
}

TEST_P(TetModel, StiffnessAtRestIsThatOfLinearElasticity) {
  const Body bar = two_material_bar();
  const auto model = make_elastic_model(bar, GetParam());
  const MatX expected = linear_stiffness(bar);
  for (const auto kind : {StiffnessKind::exact, StiffnessKind::positive}) {
    const MatX K = whole(model->respond(bar.rest_positions, kind).stiffness);
    EXPECT_LT((K - expected).norm(), 1e-12 * expected.norm());
  }
}

TEST_P(TetModel, PositiveStiffnessHasNoNegativeEigenvalue) {
  const Body bar = two_material_bar({1, 1, 1});
  const auto model = make_elastic_model(bar, GetParam());
  for (const auto& positions :
       {inverted(bar), Points(0.4 * bar.rest_positions), strongly_deformed(bar),
        Points(Vec3(1, 0.1, 1).asDiagonal() * shaken(bar.rest_positions, 0.01))}) {
    const MatX exact = whole(model->respond(positions, StiffnessKind::exact).stiffness);
    const MatX K = whole(model->respond(positions, StiffnessKind::positive).stiffness);
    const VecX eigenvalues = Eigen::SelfAdjointEigenSolver<MatX>(K).eigenvalues();
    EXPECT_GT(eigenvalues.minCoeff(), -1e-12 * exact.norm());
    const VecX change = Eigen::SelfAdjointEigenSolver<MatX>(K - exact).eigenvalues();
    EXPECT_GT(change.minCoeff(), -1e-12 * exact.norm());  // it only adds stiffness
  }
}

TEST_P(TetModel, SquashedBarNeedsTheProjection) {
  const Body bar = two_material_bar({1, 1, 1});
  const auto model = make_elastic_model(bar, GetParam());
  const Points squashed = 0.4 * bar.rest_positions;
  const MatX K = whole(model->respond(squashed, StiffnessKind::exact).stiffness);
  const VecX eigenvalues = Eigen::SelfAdjointEigenSolver<MatX>(K).eigenvalues();
  EXPECT_LT(eigenvalues.minCoeff(), -1e-3 * K.norm());
}

TEST_P(TetModel, PositiveStiffnessIsExactWhereNothingIsNegative) {
  const Body bar = two_material_bar();
  const auto model = make_elastic_model(bar, GetParam());
  const Points stretched = 1.02 * bar.rest_positions;
  const MatX exact = whole(model->respond(stretched, StiffnessKind::exact).stiffness);
  const MatX K = whole(model->respond(stretched, StiffnessKind::positive).stiffness);
  EXPECT_LT((K - exact).norm(), 1e-14 * exact.norm());
}

TEST_P(TetModel, SurvivesFlattenedTets) {
  const Body bar = two_material_bar();
  const auto model = make_elastic_model(bar, GetParam());
  for (const Vec3& scale : {Vec3(1, 0, 1), Vec3(0, 0, 1), Vec3(0, 0, 0)}) {
    const ElasticResponse& response =
        model->respond(scale.asDiagonal() * bar.rest_positions, StiffnessKind::positive);
    EXPECT_TRUE(std::isfinite(response.energy));
    EXPECT_TRUE(response.forces.allFinite());
    EXPECT_TRUE(VecX(response.stiffness.coeffs()).allFinite());
  }
}

TEST_P(TetModel, ResponseDoesNotDependOnTheNumberOfThreads) {
  const Body bar = two_material_bar({9, 7, 8});
  const Points positions = strongly_deformed(bar);
  const auto respond = [&](int threads) {
    const ThreadLimit limit(threads);
    return ElasticResponse(make_elastic_model(bar, GetParam())->respond(positions));
  };
  const ElasticResponse one = respond(1);
  for (const int threads : {2, 5}) {
    const ElasticResponse many = respond(threads);
    EXPECT_EQ(one.energy, many.energy);
    EXPECT_EQ(one.forces, many.forces);
    EXPECT_EQ(VecX(one.stiffness.coeffs()), VecX(many.stiffness.coeffs()));
  }
}

TEST(StiffnessMatrix, IsSymmetricAndKnowsNoForceForRigidMotions) {
  const Body bar = two_material_bar();
  const SparseMatrix K = stiffness_matrix(bar);
  EXPECT_LT((K - SparseMatrix(K.transpose())).norm(), 1e-15 * K.norm());
  for (int axis = 0; axis < 3; ++axis) {
    Points shift = Points::Zero(3, bar.vertex_count()), turn = shift;
    shift.row(axis).setOnes();
    for (int v = 0; v < bar.vertex_count(); ++v)
      turn.col(v) = Vec3::Unit(axis).cross(Vec3(bar.rest_positions.col(v)));
    EXPECT_LT((K * flat(shift)).norm(), 1e-12 * K.norm() * shift.norm());
    EXPECT_LT((K * flat(turn)).norm(), 1e-12 * K.norm() * turn.norm());
  }
}

}  // namespace
}  // namespace retake
