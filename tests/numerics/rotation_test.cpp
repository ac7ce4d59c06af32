#include "retake/numerics/rotation.h"

#include <cmath>

#include <gtest/gtest.h>

#include "numerics/random_matrices.h"

namespace retake {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double rounding = 1e-15;  // a few units in the last place of numbers near 1

const std::vector<double> angles = {0,   1e-300, 1e-16, 1e-9,      1e-5,      0.1,        0.9999,
                                    1.5, 2.5,    3.1,   pi - 1e-5, pi - 1e-9, pi - 1e-12, pi};

bool is_rotation(const Mat3& R) {
  return (R.transpose() * R - Mat3::Identity()).norm() < 4 * rounding &&
         std::abs(R.determinant() - 1) < 4 * rounding;
}

TEST(ExpRotation, IsTheRotationAboutTheAxisByTheAngle) {
  for (const Vec3& axis : directions()) {
    for (const double angle : {0.0, 1e-9, 0.3, 2.0, pi, 4.0, 12.9, -7.0, 300.0}) {
      const Mat3 expected = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
      EXPECT_LT((exp_rotation(angle * axis) - expected).norm(), rounding * (4 + std::abs(angle)));
      EXPECT_TRUE(is_rotation(exp_rotation(angle * axis)));
    }
  }
}

TEST(ExpRotation, KeepsAllDigitsOfTinyVectors) {
  const Mat3 R = exp_rotation({1e-12, -2e-13, 3e-20});
  EXPECT_DOUBLE_EQ(R(2, 1), 1e-12);
  EXPECT_DOUBLE_EQ(R(0, 2), -2e-13);
  EXPECT_DOUBLE_EQ(R(1, 0) - R(0, 1), 6e-20 + 0 * R(1, 0));
}

TEST(LogRotation, UndoesExp) {
  for (const Vec3& axis : directions()) {
    for (const double angle : angles) {
      const Vec3 omega = angle * axis;
      const Vec3 back = log_rotation(exp_rotation(omega));
      EXPECT_LE(back.norm(), pi);
      // At π the sign of the axis is lost to rounding; the rotation is not.
      const double error = angle < pi - 1e-13
                               ? (back - omega).norm()
                               : std::min((back - omega).norm(), (back + omega).norm());
      EXPECT_LE(error, 4 * rounding * angle) << "angle " << angle;
    }
  }
}

TEST(LogRotation, IsUndoneByExp) {
  for (const Vec3& axis : directions()) {
    for (const double angle : angles) {
      const Mat3 R = exp_rotation(angle * axis);
      EXPECT_LT((exp_rotation(log_rotation(R)) - R).norm(), 5 * rounding) << "angle " << angle;
    }
  }
}

TEST(LogRotation, TakesTheShortWayRound) {
  const Vec3 omega = log_rotation(exp_rotation({0, 0, 1.5 * pi}));
  EXPECT_LT((omega - Vec3(0, 0, -0.5 * pi)).norm(), 4 * rounding);
}

TEST(Quaternion, AgreesWithTheMatrix) {
  for (const Vec3& axis : directions()) {
    for (const double angle : angles) {
      const Mat3 R = exp_rotation(angle * axis);
      const Eigen::Quaterniond q = quaternion_of(R);
      EXPECT_NEAR(q.norm(), 1, rounding);
      EXPECT_GE(q.w(), 0);
      EXPECT_LT((rotation_of(q) - R).norm(), 5 * rounding);
      EXPECT_LT((rotation_of(exp_quaternion(angle * axis)) - R).norm(), 5 * rounding);
      EXPECT_LT((exp_rotation(log_quaternion(q)) - R).norm(), 5 * rounding);
    }
  }
}

TEST(LeftJacobian, IsTheDerivativeOfExp) {
  for (const Vec3& axis : directions()) {
    for (const double angle : {0.0, 1e-8, 0.01, 0.99, 1.01, 2.0, 3.1, 5.0}) {
      const Vec3 omega = angle * axis;
      const Mat3 J = left_jacobian(omega);
      for (int i = 0; i < 3; ++i) {
        const double h = 1e-4;
        const auto turned = [&](double step) -> Vec3 {
          return log_rotation(exp_rotation(omega + step * Vec3::Unit(i)) *
                              exp_rotation(omega).transpose());
        };
        const Vec3 slope =
            (8 * (turned(h) - turned(-h)) - (turned(2 * h) - turned(-2 * h))) / (12 * h);
        EXPECT_LT((slope - J.col(i)).norm(), 1e-10) << "angle " << angle;
      }
    }
  }
}

TEST(LeftJacobian, IsContinuousWhereTheSeriesEnds) {
  for (const Vec3& axis : directions()) {
    const Mat3 below = left_jacobian((1 - 1e-15) * axis), above = left_jacobian((1 + 1e-15) * axis);
    EXPECT_LT((below - above).norm(), 10 * rounding);
  }
}

void expect_polar(const Mat3& F, double tolerance = 20 * rounding) {
  const auto [R, S] = polar_decomposition(F);
  EXPECT_TRUE(is_rotation(R)) << "of\n" << F << "\nR\n" << R;
  EXPECT_EQ(S, S.transpose());
  EXPECT_LE((R * S - F).norm(), tolerance * F.norm()) << "of\n" << F;
}

TEST(Polar, IsRotationTimesSymmetricForRandomMatrices) {
  for (unsigned seed = 1; seed < 500; ++seed) expect_polar(random_matrix(3, 3, seed));
}

TEST(Polar, OfARotationTimesAPositiveStretchIsThose) {
  for (unsigned seed = 1; seed < 100; ++seed) {
    const Mat3 A = random_matrix(3, 3, seed);
    const Mat3 S = A.transpose() * A + 0.1 * Mat3::Identity();
    const Mat3 R = exp_rotation(3 * Vec3(random_matrix(3, 1, seed + 1000)));
    const Polar polar = polar_decomposition(R * S);
    EXPECT_LT((polar.R - R).norm(), 100 * rounding);
    EXPECT_LT((polar.S - S).norm(), 100 * rounding);
  }
}

TEST(Polar, StaysARotationForFlatAndDegenerateMatrices) {
  const Vec3 u(0.3, -0.7, 0.2), v(0.1, 0.4, -0.9);
  expect_polar(Mat3::Zero());
  EXPECT_EQ(polar_decomposition(Mat3::Zero()).R, Mat3::Identity());
  expect_polar(u * v.transpose());
  expect_polar(u * v.transpose() + v * u.transpose());
  expect_polar(Mat3::Constant(1));
  expect_polar(-Mat3::Identity());
  for (unsigned seed = 1; seed < 50; ++seed) {
    const Mat3 U = exp_rotation(3 * Vec3(random_matrix(3, 1, seed)));
    const Mat3 V = exp_rotation(3 * Vec3(random_matrix(3, 1, seed + 100)));
    for (const Vec3& sigma :
         {Vec3(1, 1, 0), Vec3(1, 0, 0), Vec3(1, 1e-9, 1e-9), Vec3(1, 1e-9, -1e-9),
          Vec3(1, 1e-16, 0), Vec3(1, 1e-15, 1e-15), Vec3(1, 1, -1), Vec3(2, 1, -1e-14),
          Vec3(1, 1e-8, 1e-16), Vec3(1, 1 + 1e-14, 1 - 1e-14), Vec3(1, 1, 1), Vec3(3, 1, -1)})
      expect_polar(U * sigma.asDiagonal() * V.transpose());
  }
}

TEST(Polar, OfEveryScaleIsTheSame) {
  const Mat3 F = random_matrix(3, 3, 4);
  const Polar polar = polar_decomposition(F);
  for (const double scale : {1e-300, 1e-150, 1e-8, 1e8, 1e150, 1e300}) {
    const Polar scaled = polar_decomposition(scale * F);
    EXPECT_LT((scaled.R - polar.R).norm(), 20 * rounding);
    EXPECT_LT((scaled.S / scale - polar.S).norm(), 20 * rounding);
  }
}

TEST(Polar, OfAnInvertedMatrixHasOneNegativeStretchOfSmallestSize) {
  const Mat3 U = exp_rotation({1, 2, -1}), V = exp_rotation({-1, 0.5, 2});
  const Mat3 F = U * Vec3(2, 1, -0.3).asDiagonal() * V.transpose();
  const Polar polar = polar_decomposition(F);
  EXPECT_LT((polar.R - U * V.transpose()).norm(), 20 * rounding);
}

TEST(Polar, DoesNotJumpWhenATetPassesThroughFlat) {
  const Mat3 U = exp_rotation({1, 2, -1}), V = exp_rotation({-1, 0.5, 2});
  const auto rotation = [&](double last) -> Mat3 {
    return polar_decomposition(U * Vec3(2, 1, last).asDiagonal() * V.transpose()).R;
  };
  EXPECT_LT((rotation(1e-13) - rotation(-1e-13)).norm(), 20 * rounding);
}

TEST(Polar, TurnsWithTheMatrix) {
  for (unsigned seed = 1; seed < 100; ++seed) {
    const Mat3 F = random_matrix(3, 3, seed);
    const Mat3 Q = exp_rotation(3 * Vec3(random_matrix(3, 1, seed + 500)));
    const VecX sigma = F.jacobiSvd().singularValues();
    const double gap = sigma[1] + (F.determinant() < 0 ? -1 : 1) * sigma[2];
    const double tolerance = 40 * rounding * sigma[0] / gap;  // what the problem itself allows
    const Polar polar = polar_decomposition(F);
    EXPECT_LT((polar_decomposition(Q * F).R - Q * polar.R).norm(), tolerance);
    EXPECT_LT((polar_decomposition(F * Q).R - polar.R * Q).norm(), tolerance);
  }
}

}  // namespace
}  // namespace retake
