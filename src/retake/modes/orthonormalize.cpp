#include "retake/modes/orthonormalize.h"

#include <cmath>

#include <Eigen/Cholesky>

#include "retake/numerics/dense_blas.h"

namespace retake {

namespace {

// Cholesky QR loses half of the digits that the condition number takes; twice is then enough while
// the first pass has digits left (Yamamoto et al. 2015).
constexpr double worst_cholesky_pivot = 1e-5;

bool cholesky_qr(Eigen::Ref<MatX> W, double negligible, MatX& R) {
  const MatX gram = tall_inner_product(W, W);
  if (!(gram.diagonal().minCoeff() > negligible * negligible)) return false;
  const VecX norms = gram.diagonal().cwiseSqrt();
  const MatX scaled = norms.cwiseInverse().asDiagonal() * gram * norms.cwiseInverse().asDiagonal();
  const Eigen::LLT<MatX> factor(scaled);
  if (factor.info() != Eigen::Success) return false;
  const MatX L = factor.matrixL();
  if (L.diagonal().minCoeff() < worst_cholesky_pivot) return false;
  R = L.transpose() * norms.asDiagonal();
  const MatX inverse = R.triangularView<Eigen::Upper>().solve(MatX::Identity(R.rows(), R.cols()));
  const MatX copy = W;
  W.setZero();
  tall_multiply_add(W, 1.0, copy, inverse);
  return true;
}

// Gram-Schmidt twice, column by column, with replacement of dependent columns.
MatX careful_qr(Eigen::Ref<MatX> W, const Eigen::Ref<const MatX>& Q, double negligible,
                std::mt19937_64& generator) {
  MatX R = MatX::Zero(W.cols(), W.cols());
  for (Eigen::Index c = 0; c < W.cols(); ++c) {
    const double before = W.col(c).norm();
    for (int pass = 0; pass < 2; ++pass) {
      R.col(c).head(c) += project_out(W.col(c), W.leftCols(c));
    }
    R(c, c) = W.col(c).norm();
    if (R(c, c) <= std::max(negligible, 1e-10 * before)) {
      R(c, c) = 0;
      W.col(c) = random_block(W.rows(), 1, generator);
      for (int pass = 0; pass < 3; ++pass) {
        project_out(W.col(c), Q);
        project_out(W.col(c), W.leftCols(c));
        W.col(c).normalize();
      }
    } else {
      W.col(c) /= R(c, c);
    }
  }
  return R;
}

}  // namespace

MatX random_block(Eigen::Index rows, Eigen::Index columns, std::mt19937_64& generator) {
  const auto uniform = [&] {
    return std::ldexp(static_cast<double>(generator() >> 11), -52) - 1.0;
  };
  return MatX::NullaryExpr(rows, columns, uniform);
}

MatX project_out(Eigen::Ref<MatX> W, const Eigen::Ref<const MatX>& Q) {
  if (Q.cols() == 0) return MatX(0, W.cols());
  const MatX coefficients = tall_inner_product(Q, W);
  tall_multiply_add(W, -1.0, Q, coefficients);
  return coefficients;
}

MatX orthonormalize(Eigen::Ref<MatX> W, const Eigen::Ref<const MatX>& Q, double negligible,
                    std::mt19937_64& generator) {
  MatX first, second;
  if (!cholesky_qr(W, negligible, first)) return careful_qr(W, Q, negligible, generator);
  if (!cholesky_qr(W, 0, second)) return careful_qr(W, Q, 0, generator) * first;
  return second * first;
}

}  // namespace retake
