#include "retake/numerics/rotation_batch.h"

#include <limits>
#include <type_traits>

#include <gtest/gtest.h>

#include "numerics/random_matrices.h"
#include "retake/numerics/rotation.h"
#include "retake/numerics/rotation_kernel.h"

namespace retake {
namespace {

// Not a multiple of any register width, so that the last elements stand alone.
constexpr int count = 103;

// Structure of arrays: row c holds component c of all elements.
template <class Number>
using Rows = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class Number>
Soa<Number> view(Rows<Number>& rows) {
  return {rows.data(), rows.cols()};
}
template <class Number>
Soa<const Number> view(const Rows<Number>& rows) {
  return {rows.data(), rows.cols()};
}

template <class Number>
Mat3 matrix(const Rows<Number>& rows, int element) {
  Mat3 A;
  for (int k = 0; k < 9; ++k) A(k / 3, k % 3) = rows(k, element);
  return A;
}

// How much rounding of F may turn its polar rotation: it grows as the two smallest singular values
// (the last one negative for an inverted F) come to cancel.
double sensitivity(const Mat3& F) {
  const VecX sigma = F.jacobiSvd().singularValues();
  const double gap = sigma[1] + (F.determinant() < 0 ? -1 : 1) * sigma[2];
  return sigma[0] / gap;
}

template <class Number>
Rows<Number> random_rows(int rows, double scale, unsigned seed) {
  return (scale * random_matrix(rows, count, seed)).cast<Number>();
}

// Random rotation vectors, among them tiny ones and some next to π.
template <class Number>
Rows<Number> some_vectors() {
  Rows<Number> vectors = random_rows<Number>(3, 1.8, 5);
  vectors.col(7) *= Number(1e-6);
  vectors.col(8).setZero();
  vectors.col(50) *= Number(3.141) / vectors.col(50).norm();
  return vectors;
}

// Random matrices, among them inverted, flat and zero ones.
template <class Number>
Rows<Number> some_matrices() {
  Rows<Number> matrices = random_rows<Number>(9, 1, 3);
  matrices.col(4).setZero();
  matrices.col(5).setOnes();
  matrices.col(100) *= Number(-1);
  return matrices;
}

template <class Number>
class RotationBatch : public testing::Test {
 public:
  static constexpr double rounding = 20 * std::numeric_limits<Number>::epsilon();
};
using Numbers = testing::Types<double, float>;
TYPED_TEST_SUITE(RotationBatch, Numbers);

TYPED_TEST(RotationBatch, ExpEqualsTheScalarOne) {
  const auto vectors = some_vectors<TypeParam>();
  Rows<TypeParam> rotations(9, count);
  exp_rotations(count, view(vectors), view(rotations));
  for (int i = 0; i < count; ++i) {
    const Vec3 omega = vectors.col(i).template cast<double>();
    EXPECT_LT((matrix(rotations, i) - exp_rotation(omega)).norm(), this->rounding);
  }
}

TYPED_TEST(RotationBatch, LogEqualsTheScalarOne) {
  Rows<TypeParam> rotations(9, count), vectors(3, count);
  exp_rotations(count, view(some_vectors<TypeParam>()), view(rotations));
  log_rotations(count, view(std::as_const(rotations)), view(vectors));
  for (int i = 0; i < count; ++i) {
    const Vec3 omega = log_rotation(matrix(rotations, i));
    EXPECT_LT((vectors.col(i).template cast<double>() - omega).norm(), this->rounding) << i;
  }
}

TYPED_TEST(RotationBatch, LogUndoesExp) {
  const auto vectors = some_vectors<TypeParam>();
  Rows<TypeParam> rotations(9, count), back(3, count);
  exp_rotations(count, view(vectors), view(rotations));
  log_rotations(count, view(std::as_const(rotations)), view(back));
  EXPECT_LT((back - vectors).cwiseAbs().maxCoeff(), this->rounding);
}

TYPED_TEST(RotationBatch, LeftJacobianEqualsTheScalarOne) {
  const auto vectors = some_vectors<TypeParam>();
  Rows<TypeParam> jacobians(9, count);
  left_jacobians(count, view(vectors), view(jacobians));
  for (int i = 0; i < count; ++i) {
    const Mat3 expected = left_jacobian(vectors.col(i).template cast<double>());
    EXPECT_LT((matrix(jacobians, i) - expected).norm(), this->rounding);
  }
}

TYPED_TEST(RotationBatch, QuaternionsAgreeWithMatrices) {
  Rows<TypeParam> rotations(9, count), quaternions(4, count), back(9, count);
  exp_rotations(count, view(some_vectors<TypeParam>()), view(rotations));
  quaternions_of(count, view(std::as_const(rotations)), view(quaternions));
  rotations_of(count, view(std::as_const(quaternions)), view(back));
  EXPECT_LT((back - rotations).cwiseAbs().maxCoeff(), this->rounding);
  for (int i = 0; i < count; ++i) {
    const Eigen::Quaterniond expected = quaternion_of(matrix(rotations, i));
    EXPECT_NEAR(quaternions(0, i), expected.w(), this->rounding);
    EXPECT_NEAR(quaternions(1, i), expected.x(), this->rounding);
  }
}

TYPED_TEST(RotationBatch, PolarIsRotationTimesSymmetric) {
  const auto matrices = some_matrices<TypeParam>();
  Rows<TypeParam> rotations(9, count), stretches(6, count);
  polar_decompositions(count, view(matrices), view(rotations), view(stretches));
  for (int i = 0; i < count; ++i) {
    const Mat3 F = matrix(matrices, i), R = matrix(rotations, i);
    Mat3 S;
    S << stretches(0, i), stretches(1, i), stretches(2, i), stretches(1, i), stretches(3, i),
        stretches(4, i), stretches(2, i), stretches(4, i), stretches(5, i);
    EXPECT_LT((R * S - F).norm(), 2 * this->rounding) << i;
    EXPECT_LT((R.transpose() * R - Mat3::Identity()).norm(), this->rounding) << i;
    EXPECT_GT(R.determinant(), 0) << i;
  }
}

TYPED_TEST(RotationBatch, PolarEqualsTheScalarOneAsFarAsTheProblemAllows) {
  const auto matrices = some_matrices<TypeParam>();
  Rows<TypeParam> rotations(9, count);
  polar_decompositions(count, view(matrices), view(rotations));
  for (int i = 0; i < count; ++i) {
    const Mat3 F = matrix(matrices, i);
    if (!(sensitivity(F) < 1e6)) continue;  // the rotation is open
    EXPECT_LT((matrix(rotations, i) - polar_decomposition(F).R).norm(),
              this->rounding * sensitivity(F));
  }
}

#if defined(__x86_64__)
template <class Number>
std::vector<RotationKernels<Number>> kernels_of_this_processor() {
  std::vector<RotationKernels<Number>> all;
  if constexpr (std::is_same_v<Number, double>) {
    all.push_back(isa_baseline::double_rotation_kernels());
    if (best_isa() >= Isa::x86_64_v3) all.push_back(isa_x86_64_v3::double_rotation_kernels());
    if (best_isa() >= Isa::x86_64_v4) all.push_back(isa_x86_64_v4::double_rotation_kernels());
  } else {
    all.push_back(isa_baseline::float_rotation_kernels());
    if (best_isa() >= Isa::x86_64_v3) all.push_back(isa_x86_64_v3::float_rotation_kernels());
    if (best_isa() >= Isa::x86_64_v4) all.push_back(isa_x86_64_v4::float_rotation_kernels());
  }
  return all;
}

TYPED_TEST(RotationBatch, EveryInstructionSetThatThisProcessorHasGivesTheSame) {
  const auto matrices = some_matrices<TypeParam>();
  std::vector<Rows<TypeParam>> results;
  for (const auto& kernels : kernels_of_this_processor<TypeParam>()) {
    results.emplace_back(9, count);
    kernels.polar(count, view(matrices), view(results.back()), {});
  }
  for (const auto& rotations : results) {
    for (int i = 0; i < count; ++i) {
      const double allowed = this->rounding * sensitivity(matrix(matrices, i));
      if (!(allowed < 0.1)) continue;
      EXPECT_LT((matrix(rotations, i) - matrix(results[0], i)).norm(), allowed);
    }
  }
}
#endif

}  // namespace
}  // namespace retake
