#include "retake/spacetime/filtered_inverse.h"

#include "retake/numerics/dense_blas.h"

namespace retake {

namespace {

constexpr double rounding = 1e-12;  // relative; what S cannot tell from zero

}  // namespace

FilteredInverse::FilteredInverse(const MatX& S, double tau)
    : FilteredInverse(S, tau, S.diagonal().cwiseMax(0).cwiseSqrt()) {}

FilteredInverse::FilteredInverse(const MatX& S, double tau, const VecX& D) {
  // A wish that nothing can answer (a held frame, a pinned vertex) has no compliance: no pull.
  const double largest = D.size() > 0 ? D.maxCoeff() : 0;
  const VecX inverse = D.unaryExpr([&](double s) { return s > rounding * largest ? 1 / s : 0.0; });
  const DenseEigen eigen = dense_symmetric_eigen(inverse.asDiagonal() * S * inverse.asDiagonal());
  const VecX sigma = eigen.values.cwiseMax(0);
  const double floor = sigma.size() > 0 ? rounding * sigma.maxCoeff() : 0;
  gains_ = sigma.unaryExpr([&](double s) { return s > floor ? s / (s * s + tau * tau) : 0.0; });
  Q_ = inverse.asDiagonal() * eigen.vectors;
}

MatX FilteredInverse::apply(const MatX& d) const {
  return Q_ * (gains_.asDiagonal() * (Q_.transpose() * d));
}

}  // namespace retake
