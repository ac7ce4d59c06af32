#include "retake/modes/rigid_modes.h"

#include <gtest/gtest.h>

#include "modes/bars.h"
#include "retake/elasticity/elastic_model.h"
#include "retake/elasticity/mass.h"
#include "retake/modes/modes.h"

namespace retake {
namespace {

Body with_pins(Body body, std::vector<int> pins) {
  body.pins = std::move(pins);
  return body;
}

// The vertex nearest to a point.
int vertex_at(const Body& body, const Vec3& point) {
  Eigen::Index nearest = 0;
  (body.rest_positions.colwise() - point).colwise().norm().minCoeff(&nearest);
  return static_cast<int>(nearest);
}

Body two_bars() {
  Body body = make_bar();
  const Body other = make_bar({.cells = {6, 2, 2}});
  const int offset = body.vertex_count();
  Points positions(3, offset + other.vertex_count());
  positions << body.rest_positions, other.rest_positions.colwise() + Vec3(0, 5, 0);
  Eigen::Matrix4Xi tets(4, body.tets.cols() + other.tets.cols());
  tets << body.tets, (other.tets.array() + offset).matrix();
  body.rest_positions = positions;
  body.tets = tets;
  return body;
}

TEST(RigidModes, CostNoEnergyAndAreMassOrthonormal) {
  for (const double scale : {1.0, 1e3, 1e-3}) {
    const Body bar = make_bar({.size = scale * Vec3(4, 1, 1)});
    const SparseMatrix K = stiffness_matrix(bar);
    const VecX masses = masses_of(bar);
    const MatX rigid = rigid_modes(bar, lumped_mass(bar));
    ASSERT_EQ(rigid.cols(), 6);
    EXPECT_LT((K * rigid).norm(), 1e-13 * K.norm() * rigid.norm());
    EXPECT_TRUE((rigid.transpose() * masses.asDiagonal() * rigid).isIdentity(1e-12));
  }
}

TEST(RigidModes, AreOrthogonalToTheElasticOnes) {
  const Body bar = make_bar({.cells = {12, 2, 2}});
  const Modes modes = compute_modes(bar, {.count = 60}).modes;
  ASSERT_EQ(modes.rigid.cols(), 6);
  const MatX mixed = modes.rigid.transpose() * masses_of(bar).asDiagonal() * modes.shapes;
  EXPECT_LT(mixed.cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_GT(modes.eigenvalues[0], 1e-6 * modes.eigenvalues[59]);  // no rigid mode slipped in
}

TEST(RigidModes, ArePreciselyThoseThatThePinsAllow) {
  const Body bar = make_bar();
  const int a = vertex_at(bar, {0, 0, 0}), b = vertex_at(bar, {4, 0, 0}),
            middle = vertex_at(bar, {2, 0, 0}), aside = vertex_at(bar, {2, 0.5, 0.5});
  struct Case {
    std::vector<int> pins;
    int allowed;
  };
  for (Case given : {Case{{}, 6}, Case{{a}, 3}, Case{{a, b}, 1}, Case{{a, middle, b}, 1},
                     Case{{a, b, aside}, 0}}) {
    std::sort(given.pins.begin(), given.pins.end());
    const Body body = with_pins(bar, given.pins);
    const MatX rigid = rigid_modes(body, lumped_mass(body));
    ASSERT_EQ(rigid.cols(), given.allowed);
    EXPECT_LT((stiffness_matrix(body) * rigid).norm(),
              1e-12 * stiffness_matrix(body).norm() * std::max(1.0, rigid.norm()));
    const ModeResult result = compute_modes(body, {.count = 5});
    EXPECT_GT(result.modes.eigenvalues[0],
              1e-8 * stiffness_matrix(body).diagonal().maxCoeff() / lumped_mass(body).minCoeff());
    EXPECT_TRUE(result.report.count_agrees);
  }
}

TEST(RigidModes, OfABodyInTwoPiecesAreTwelve) {
  const Body body = two_bars();
  const std::vector<int> pieces = pieces_of(body);
  EXPECT_EQ(*std::max_element(pieces.begin(), pieces.end()), 1);
  const ModeResult result = compute_modes(body, {.count = 20});
  EXPECT_EQ(result.modes.rigid.cols(), 12);
  EXPECT_TRUE(result.report.count_agrees);
  const VecX first = compute_modes(make_bar(), {.count = 20}).modes.eigenvalues;
  const VecX second =
      compute_modes(make_bar({.cells = {6, 2, 2}}), {.count = 20}).modes.eigenvalues;
  VecX both(40);
  both << first, second;
  std::sort(both.begin(), both.end());
  EXPECT_TRUE(result.modes.eigenvalues.isApprox(both.head(20), 1e-8));
}

// Two bars that share one edge of vertices swing about it: a mode without energy which is no rigid
// one. It comes first, with an eigenvalue of rounding size.
TEST(RigidModes, AHingeIsAModeWithoutEnergy) {
  Body body = two_bars();
  Points& x = body.rest_positions;
  const int offset = make_bar().vertex_count();
  std::vector<int> merged(static_cast<std::size_t>(body.vertex_count()));
  for (int v = 0; v < body.vertex_count(); ++v) merged[static_cast<std::size_t>(v)] = v;
  for (int v = offset; v < body.vertex_count(); ++v) x.col(v) += Vec3(4, -4, 0);
  std::vector<Vec3> kept;
  for (int v = 0; v < body.vertex_count(); ++v) {
    int& target = merged[static_cast<std::size_t>(v)];
    for (int w = 0; w < offset && v >= offset; ++w) {
      if ((x.col(v) - x.col(w)).norm() < 1e-9) target = merged[static_cast<std::size_t>(w)];
    }
    if (target != v) continue;
    target = static_cast<int>(kept.size());
    kept.emplace_back(x.col(v));
  }
  for (int& v : body.tets.reshaped()) v = merged[static_cast<std::size_t>(v)];
  Points positions(3, static_cast<Eigen::Index>(kept.size()));
  for (std::size_t i = 0; i < kept.size(); ++i)
    positions.col(static_cast<Eigen::Index>(i)) = kept[i];
  x = positions;
  const ModeResult result = compute_modes(body, {.count = 10});
  EXPECT_EQ(result.modes.rigid.cols(), 6);
  EXPECT_LT(std::abs(result.modes.eigenvalues[0]), 1e-7 * result.modes.eigenvalues[1]);
  EXPECT_TRUE(result.report.count_agrees);
}

}  // namespace
}  // namespace retake
