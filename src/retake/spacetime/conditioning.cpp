#include "retake/spacetime/conditioning.h"

#include <algorithm>
#include <cmath>

#include "retake/numerics/dense_blas.h"

namespace retake {

namespace {

constexpr double kept_over_tau = 5;
constexpr double rounding = 1e-12;  // relative; what S cannot tell from zero

}  // namespace

Conditioning Conditioning::with_modes_scaled(const VecX& factors) const {
  Conditioning other = *this;
  other.factors_ = factors;
  other.refresh(*compliance_);
  return other;
}

VecX Conditioning::scaled(VecX values) const {
  if (factors_.size() > 0) values.array() *= factors_.array();
  return values;
}

WishRow Conditioning::pull_along(const WishRow& row) const {
  WishRow pull = row;
  for (WishRow::Term& term : pull.terms) term.coefficients = scaled(std::move(term.coefficients));
  return pull;
}

double Conditioning::answer_of(const WishRow& pull, const WishRow& row) const {
  double sum = 0;
  for (const WishRow::Term& at : pull.terms) {
    const auto column = compliance_->column(at.frame);
    for (const WishRow::Term& bt : row.terms) {
      sum +=
          (at.coefficients.array() * column->at(bt.frame).array() * bt.coefficients.array()).sum();
    }
  }
  return sum;
}

void Conditioning::add(std::vector<WishRow> rows) {
  const int before = row_count();
  for (WishRow& row : rows) rows_.push_back(std::move(row));
  const int after = row_count();
  S_.conservativeResize(after, after);
  for (int i = before; i < after; ++i) {
    const WishRow pull = pull_along(row(i));
    for (int j = 0; j <= i; ++j) {
      S_(i, j) = answer_of(pull, row(j));
      S_(j, i) = S_(i, j);
    }
    S_(i, i) += row(i).softness;
  }
}

void Conditioning::remove(int first, int count) {
  rows_.erase(rows_.begin() + first, rows_.begin() + first + count);
  const int after = row_count();
  const int tail = after - first;
  MatX kept(after, after);
  kept.topLeftCorner(first, first) = S_.topLeftCorner(first, first);
  kept.topRightCorner(first, tail) = S_.topRightCorner(first, tail);
  kept.bottomLeftCorner(tail, first) = S_.bottomLeftCorner(tail, first);
  kept.bottomRightCorner(tail, tail) = S_.bottomRightCorner(tail, tail);
  S_ = std::move(kept);
}

void Conditioning::refresh(const Compliance& compliance) {
  compliance_ = &compliance;
  std::vector<WishRow> rows = std::move(rows_);
  rows_.clear();
  S_.resize(0, 0);
  add(std::move(rows));
}

VecX Conditioning::gives(int frame) const { return scaled(compliance_->column(frame)->at(frame)); }

MatX Conditioning::answers_at(int frame, int first, int count) const {
  const auto column = compliance_->column(frame);
  MatX answers = MatX::Zero(compliance_->mode_count(), count);
  for (int i = 0; i < count; ++i) {
    for (const WishRow::Term& term : row(first + i).terms) {
      answers.col(i) += column->at(term.frame).cwiseProduct(scaled(term.coefficients));
    }
  }
  return answers;
}

MatX Conditioning::answer(const VecX& pulls) const {
  MatX forces = MatX::Zero(compliance_->mode_count(), compliance_->frame_count());
  for (int i = 0; i < row_count(); ++i) {
    for (const WishRow::Term& term : row(i).terms) {
      forces.col(term.frame) += pulls[i] * scaled(term.coefficients);
    }
  }
  return compliance_->answer(forces);
}

FilteredInverse::FilteredInverse(const MatX& S, double tau)
    : FilteredInverse(S, tau, S.diagonal().cwiseMax(0).cwiseSqrt()) {}

FilteredInverse::FilteredInverse(const MatX& S, double tau, VecX D)
    : scale_(std::move(D)), tau_(tau) {
  // A wish that nothing can answer (a held frame, a pinned vertex) has no compliance: no pull.
  const double largest = scale_.size() > 0 ? scale_.maxCoeff() : 0;
  const VecX inverse =
      scale_.unaryExpr([&](double s) { return s > rounding * largest ? 1 / s : 0.0; });
  scale_ = inverse.unaryExpr([](double s) { return s > 0 ? 1 / s : 0.0; });
  DenseEigen eigen = dense_symmetric_eigen(inverse.asDiagonal() * S * inverse.asDiagonal());
  sigma_ = eigen.values.cwiseMax(0);
  Q_ = inverse.asDiagonal() * eigen.vectors;  // D⁻¹ Q
}

MatX FilteredInverse::apply(const MatX& d) const {
  const double floor = sigma_.size() > 0 ? rounding * sigma_.maxCoeff() : 0;
  const VecX gains =
      sigma_.unaryExpr([&](double s) { return s > floor ? s / (s * s + tau_ * tau_) : 0.0; });
  return Q_ * (gains.asDiagonal() * (Q_.transpose() * d));
}

double FilteredInverse::least_kept() const {
  return sigma_.size() > 0 ? std::max(kept_over_tau * tau_, rounding * sigma_.maxCoeff()) : 0;
}

VecX FilteredInverse::apply_kept(const VecX& d) const {
  const double floor = least_kept();
  const VecX gains = sigma_.unaryExpr([&](double s) { return s > floor ? 1 / s : 0.0; });
  return Q_ * (gains.asDiagonal() * (Q_.transpose() * d));
}

MatX FilteredInverse::kept_pulls() const {
  const Eigen::Index kept = (sigma_.array() > least_kept()).count();
  return Q_.rightCols(kept);  // sigma ascends
}

VecX FilteredInverse::kept_part(const VecX& d) const {
  const double floor = least_kept();
  const VecX kept = sigma_.unaryExpr([&](double s) { return s > floor ? 1.0 : 0.0; });
  const VecX inside = kept.asDiagonal() * (Q_.transpose() * d);
  // Undo D⁻¹ on the way out: D Q.
  return scale_.cwiseAbs2().asDiagonal() * (Q_ * inside);
}

}  // namespace retake
