#include "retake/interpolation/pose_bend.h"

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "elasticity/bar.h"
#include "retake/numerics/rotation.h"
#include "rotation_strain/motions.h"

namespace retake {

namespace {

Modes modes_of(const Body& body, int count) { return compute_modes(body, {.count = count}).modes; }

Eigen::Matrix3Xf rest_of(const Body& body) { return body.rest_positions.cast<float>(); }

int far_end(const Body& body) {
  Eigen::Index vertex = 0;
  body.rest_positions.row(0).maxCoeff(&vertex);
  return static_cast<int>(vertex);
}

Vec3 at(const Eigen::Matrix3Xf& pose, int vertex) { return pose.col(vertex).cast<double>(); }

}  // namespace

TEST(PoseBend, MeetsEveryHandleOfAPinnedBody) {
  const Body body = make_bar();
  const double size = size_of(body);
  const int tip = far_end(body), middle = body.vertex_count() / 2;
  const Eigen::Matrix3Xf rest = rest_of(body);
  PoseBend bend(body, modes_of(body, 20), rest);
  for (const double pull : {0.02, 0.1, 0.2}) {
    const std::vector<BentPoint> points = {
        {tip, at(rest, tip) + pull * size * Vec3(-0.3, 1, 0.2)},
        {middle, at(rest, middle) + 0.2 * pull * size * Vec3(0, 1, 0)}};
    const PoseBend::Bent bent = bend.bend(points);
    EXPECT_LT(bent.miss, 1e-6 * size) << pull;
    for (const BentPoint& point : points)
      EXPECT_LT((at(bent.positions, point.vertex) - point.target).norm(), 1e-6 * size) << pull;
    for (const int pin : body.pins) EXPECT_EQ(bent.positions.col(pin), rest.col(pin));
  }
}

TEST(PoseBend, MeetsTheHandlesOfABentPoseOfAFreeBody) {
  const Body body = free_bar();
  const Eigen::Matrix3Xf pose = motion_of(body, {bent(1)})->frames[0];
  PoseBend bend(body, modes_of(body, 20), pose);
  const int tip = far_end(body);
  const std::vector<BentPoint> points = {{tip, at(pose, tip) + 0.1 * size_of(body) * Vec3(0, 1, 1)},
                                         {0, at(pose, 0)}};
  const PoseBend::Bent result = bend.bend(points);
  EXPECT_LT(result.miss, 1e-6 * size_of(body));
  EXPECT_GT((result.positions - pose).norm(), 0.01 * size_of(body));
}

TEST(PoseBend, LeavesThePoseToTheBitWhereNoHandleMoves) {
  for (const Body& body : {make_bar(), free_bar()}) {
    const Eigen::Matrix3Xf pose = motion_of(body, {bent(0.5)})->frames[0];
    PoseBend bend(body, modes_of(body, 10), pose);
    const int tip = far_end(body);
    bend.bend({{tip, at(pose, tip) + 0.05 * size_of(body) * Vec3(0, 1, 0)}});
    EXPECT_EQ(bend.bend({{tip, at(pose, tip)}}).positions, pose);
  }
}

TEST(PoseBend, TurnsWithTheBodyAndItsTargets) {
  const Body body = free_bar();
  const Modes modes = modes_of(body, 15);
  const Eigen::Matrix3Xf pose = motion_of(body, {bent(0.5)})->frames[0];
  const Mat3 turn = exp_rotation(Vec3(0.4, -1.1, 0.7));
  const Vec3 shift(0.3, 0.2, -0.1);
  const auto moved = [&](const Vec3& point) -> Vec3 { return turn * point + shift; };
  Eigen::Matrix3Xf turned = ((turn * pose.cast<double>()).colwise() + shift).cast<float>();
  const int tip = far_end(body);
  const Vec3 target = at(pose, tip) + 0.1 * size_of(body) * Vec3(0, 1, 0.5);
  const Eigen::Matrix3Xf here =
      PoseBend(body, modes, pose).bend({{tip, target}, {0, at(pose, 0)}}).positions;
  const Eigen::Matrix3Xf there =
      PoseBend(body, modes, turned).bend({{tip, moved(target)}, {0, moved(at(pose, 0))}}).positions;
  const Points expected = (turn * here.cast<double>()).colwise() + shift;
  EXPECT_LT((there.cast<double>() - expected).colwise().norm().maxCoeff(), 1e-4 * size_of(body));
}

TEST(PoseBend, AnswersSmallPullsAsStaticElasticityDoesInTheSpanOfTheModes) {
  const Body body = make_bar();
  const Modes modes = modes_of(body, 20);
  const int tip = far_end(body);
  const double way = 1e-3 * size_of(body);
  const Vec3 pull = way * Vec3(0.1, 1, -0.5);
  // The least ½ zᵀ Λ z with W_tip z = pull.
  const MatX W = modes.shapes.middleRows(3 * tip, 3);
  const MatX A = modes.eigenvalues.cwiseInverse().asDiagonal();
  const VecX z = A * W.transpose() * (W * A * W.transpose()).ldlt().solve(pull);
  const Points expected = (modes.shapes * z).reshaped(3, body.vertex_count());
  const Eigen::Matrix3Xf rest = rest_of(body);
  const Eigen::Matrix3Xf bent =
      PoseBend(body, modes, rest).bend({{tip, at(rest, tip) + pull}}).positions;
  EXPECT_LT(((bent - rest).cast<double>() - expected).colwise().norm().maxCoeff(), 0.02 * way);
}

}  // namespace retake
