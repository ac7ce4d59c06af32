#include "interpolation/dense_spline.h"

#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

#include <Eigen/LU>

namespace retake {
namespace {

constexpr int degree = 30;

}  // namespace

DenseSpline::DenseSpline(const std::vector<ModalSpan>& spans, const std::vector<ModalKnot>& knots,
                         const WigglySplineOptions& options)
    : spans_(spans), knots_(knots), options_(options) {
  cut_spans();
  hessian_ = MatX::Zero(std::ssize(pieces_) * degree, std::ssize(pieces_) * degree);
  pull_ = VecX::Zero(hessian_.rows());
  for (int p = 0; p < std::ssize(pieces_); ++p) add_force(p);
  if (options.rest == SpringRest::at_knots) pay_for_unevenness();
  pay_for_holds();
  meet_knots();
  solve();
}

void DenseSpline::cut_spans() {
  for (std::size_t s = 0; s + 1 < knots_.size(); ++s) {
    const double begin = knots_[s].time, end = knots_[s + 1].time;
    const double stop = begin + options_.travel * (end - begin);
    if (options_.rest == SpringRest::at_zero || options_.travel == 1) {
      pieces_.push_back({begin, end, s});
    } else {
      pieces_.push_back({begin, stop, s});
      pieces_.push_back({stop, end, s});
    }
  }
}

double DenseSpline::rest_point(std::size_t span, double time) const {
  const ModalKnot &from = knots_[span], &to = knots_[span + 1];
  if (options_.rest == SpringRest::at_zero) return spans_[span].held ? from.position : 0;
  const double s = (time - from.time) / (options_.travel * (to.time - from.time));
  return s >= 1 ? to.position : from.position + (to.position - from.position) * (3 - 2 * s) * s * s;
}

// Values of the piece's basis (derivative 0, 1 or 2) at a time.
VecX DenseSpline::row(int piece, double time, int derivative) const {
  const auto& [a, b, span] = pieces_[static_cast<std::size_t>(piece)];
  const double x = 2 * (time - a) / (b - a) - 1, scale = 2 / (b - a);
  VecX T(degree), D(degree), DD(degree);
  T[0] = 1, T[1] = x, D[0] = 0, D[1] = 1, DD[0] = DD[1] = 0;
  for (int n = 2; n < degree; ++n) {
    T[n] = 2 * x * T[n - 1] - T[n - 2];
    D[n] = 2 * T[n - 1] + 2 * x * D[n - 1] - D[n - 2];
    DD[n] = 4 * D[n - 1] + 2 * x * DD[n - 1] - DD[n - 2];
  }
  return derivative == 0 ? T : derivative == 1 ? VecX(D * scale) : VecX(DD * scale * scale);
}

void DenseSpline::add_force(int piece) {
  using Rule = boost::math::quadrature::gauss<double, 60>;
  const auto& [a, b, span] = pieces_[static_cast<std::size_t>(piece)];
  const Oscillator& mode = spans_[span].mode;
  const double stiffness = mode.frequency * mode.frequency;
  for (std::size_t i = 0; i < Rule::abscissa().size(); ++i)
    for (const double sign : {-1.0, 1.0}) {
      const double t = 0.5 * (a + b) + sign * 0.5 * (b - a) * Rule::abscissa()[i];
      const double weight = 0.5 * (b - a) * Rule::weights()[i];
      const VecX force =
          row(piece, t, 2) + 2 * mode.decay * row(piece, t, 1) + stiffness * row(piece, t, 0);
      hessian_.block(piece * degree, piece * degree, degree, degree) +=
          weight * force * force.transpose();
      pull_.segment(piece * degree, degree) += weight * stiffness * rest_point(span, t) * force;
    }
}

TimedMode DenseSpline::timed(std::size_t span) const {
  return {spans_[span].mode, knots_[span + 1].time - knots_[span].time};
}

void DenseSpline::pay(int piece, double time, double price) {
  const VecX velocity = row(piece, time, 1);
  hessian_.block(piece * degree, piece * degree, degree, degree) +=
      price * velocity * velocity.transpose();
}

void DenseSpline::pay_for_unevenness() {
  const std::size_t last = knots_.size() - 2;
  for (int p = 0; p < std::ssize(pieces_); ++p) {
    const auto& [begin, end, span] = pieces_[static_cast<std::size_t>(p)];
    if (begin != knots_[span].time || (span == 0 && !options_.loop)) continue;
    pay(p, begin, price_of_unevenness(timed(span == 0 ? last : span - 1), timed(span)));
  }
}

void DenseSpline::pay_for_holds() {
  for (int p = 0; p < std::ssize(pieces_); ++p) {
    const auto& [begin, end, span] = pieces_[static_cast<std::size_t>(p)];
    if (!spans_[span].held) continue;
    if (begin == knots_[span].time) pay(p, begin, price_of_holding(timed(span)));
    if (end == knots_[span + 1].time) pay(p, end, price_of_holding(timed(span)));
  }
}

void DenseSpline::meet_knots() {
  const int count = static_cast<int>(pieces_.size());
  for (int p = 0; p < count; ++p) {
    const auto& [begin, end, span] = pieces_[static_cast<std::size_t>(p)];
    const ModalKnot &from = knots_[span], &to = knots_[span + 1];
    if (begin == from.time) wish(p, begin, 0, from.position);
    if (begin == from.time && from.velocity) wish(p, begin, 1, *from.velocity);
    if (end == to.time) wish(p, end, 0, to.position);
    if (p + 1 < count) join(p, p + 1, end, end, 1);
    if (end != to.time) join(p, p + 1, end, end, 0);
  }
  if (options_.loop) join(count - 1, 0, knots_.back().time, knots_.front().time, 1);
  if (knots_.back().velocity) wish(count - 1, knots_.back().time, 1, *knots_.back().velocity);
}

void DenseSpline::wish(int piece, double time, int derivative, double value) {
  rows_.emplace_back(VecX::Zero(hessian_.rows())).segment(piece * degree, degree) =
      row(piece, time, derivative);
  values_.push_back(value);
}

void DenseSpline::join(int piece, int next, double time, double next_time, int derivative) {
  VecX& all = rows_.emplace_back(VecX::Zero(hessian_.rows()));
  all.segment(piece * degree, degree) += row(piece, time, derivative);
  all.segment(next * degree, degree) -= row(next, next_time, derivative);
  values_.push_back(0);
}

// Unknowns and conditions are scaled alike: second derivatives of high degree are large, and the
// elimination would take conditions for nothing beside them.
void DenseSpline::solve() {
  const auto n = hessian_.rows(), m = std::ssize(rows_);
  const VecX scale = (hessian_.diagonal().array() + 1).rsqrt();
  MatX system = MatX::Zero(n + m, n + m);
  VecX side = VecX::Zero(n + m);
  system.topLeftCorner(n, n) = scale.asDiagonal() * hessian_ * scale.asDiagonal();
  side.head(n) = scale.cwiseProduct(pull_);
  for (std::ptrdiff_t k = 0; k < m; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const VecX row = scale.cwiseProduct(rows_[i]);
    system.block(n + k, 0, 1, n) = row.transpose() / row.norm();
    system.block(0, n + k, n, 1) = row / row.norm();
    side[n + k] = values_[i] / row.norm();
  }
  solution_ = scale.cwiseProduct(system.fullPivLu().solve(side).head(n));
}

double DenseSpline::position(double time) const {
  int p = 0;
  while (p + 1 < std::ssize(pieces_) && time > pieces_[static_cast<std::size_t>(p)].end) ++p;
  return row(p, time, 0).dot(solution_.segment(p * degree, degree));
}

}  // namespace retake
