#include "retake/interpolation/wiggly_spline.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <complex>

#include <Eigen/LU>

#include "retake/interpolation/step_response.h"
#include "retake/interpolation/uneven_spans.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

// ∫ e^(-rate t) dt from 0 to T.
double decaying_integral(double rate, double T) {
  return std::abs(rate) * T < 1e-12 ? T : -std::expm1(-rate * T) / rate;
}

// ∫ h² dt in closed form: h² is a sum of three exponentials over ω².
double swinging_energy(double alpha, double omega, double T) {
  const std::complex<double> p(-2 * alpha, 2 * omega);
  const double wave = ((std::exp(p * T) - 1.0) / p).real();
  return (decaying_integral(2 * alpha, T) - wave) / (2 * omega * omega);
}
double creeping_energy(const Oscillator& mode, double sigma, double T) {
  const double slow = mode.frequency * mode.frequency / (mode.decay + sigma);  // α - σ
  return (decaying_integral(2 * slow, T) - 2 * decaying_integral(2 * mode.decay, T) +
          decaying_integral(2 * (mode.decay + sigma), T)) /
         (4 * sigma * sigma);
}

// The same by quadrature: near critical damping, and over short times, the exponentials cancel.
double quadrature_energy(const Oscillator& mode, double root, double T) {
  if (mode.decay > 0) T = std::min(T, 40 / mode.decay);  // the rest is e^-80
  const int panels = 1 + static_cast<int>(T * std::max(mode.decay, root));
  double sum = 0;
  for (int k = 0; k < panels; ++k)
    sum += boost::math::quadrature::gauss<double, 15>::integrate(
        [&](double t) {
          const double h = transition(mode, t)(0, 1);
          return h * h;
        },
        T * k / panels, T * (k + 1) / panels);
  return sum;
}

double impulse_energy(const Oscillator& mode, double T) {
  const double q = mode.omega_squared(), root = std::sqrt(std::abs(q));
  const double memory = mode.decay > 0 ? std::min(T, 1 / mode.decay) : T;  // s
  if (root * memory < 0.5) return quadrature_energy(mode, root, T);
  return q > 0 ? swinging_energy(mode.decay, root, T) : creeping_energy(mode, root, T);
}

std::vector<ModalSpan> all_alike(const Oscillator& mode, std::size_t knots) {
  return std::vector<ModalSpan>(std::max<std::size_t>(knots, 1) - 1, ModalSpan{mode});
}

void check_knots(std::span<const ModalKnot> knots) {
  if (knots.size() < 2)
    throw InputError({.what = "a motion between poses needs two poses at least",
                      .found = std::to_string(knots.size())});
  for (std::size_t i = 0; i + 1 < knots.size(); ++i)
    if (!(knots[i].time < knots[i + 1].time))
      throw InputError({.what = "poses must stand at times that rise",
                        .found = std::to_string(knots[i].time) + " s, then " +
                                 std::to_string(knots[i + 1].time) + " s"});
}

// One span's share of the cost, ½ |x1 - Φ x0 - d|² in the norm of W⁻¹, states less the rest point.
struct SpanCost {
  Eigen::Matrix2d transition;
  Eigen::Matrix2d precision;  // W⁻¹
  double rest, step;          // where the rest point starts, and how far it goes
  Eigen::Vector2d from, to;   // states but for their velocities
  Eigen::Vector2d driven;     // d: what the step does

  SpanCost(const ModalSpan& span, const ModalKnot& start, const ModalKnot& end,
           const WigglySplineOptions& options)
      : transition(retake::transition(span.mode, end.time - start.time)),
        precision(driven_covariance(span.mode, end.time - start.time).inverse()),
        rest(span.held || options.rest == SpringRest::at_knots ? start.position : 0),
        step(options.rest == SpringRest::at_knots ? end.position - start.position : 0),
        from(start.position - rest, 0),
        to(end.position - rest, 0),
        driven(Eigen::Vector2d::Zero()) {
    const double length = end.time - start.time;
    if (step != 0) driven = step * step_response(span.mode, options.travel * length, length);
  }

  // x1 - Φ x0 - d with these velocities.
  Eigen::Vector2d missed(double start, double end) const {
    return to - driven + Eigen::Vector2d(0, end) - transition * (from + Eigen::Vector2d(0, start));
  }
};

// L D Lᵀ of a symmetric tridiagonal matrix that is positive definite.
class Tridiagonal {
 public:
  Tridiagonal(const VecX& diagonal, const VecX& beside) : pivots_(diagonal), factors_(beside) {
    for (Eigen::Index k = 0; k + 1 < pivots_.size(); ++k) {
      factors_[k] = beside[k] / pivots_[k];
      pivots_[k + 1] -= factors_[k] * beside[k];
    }
  }

  VecX solve(VecX x) const {
    const Eigen::Index last = x.size() - 1;
    for (Eigen::Index k = 0; k < last; ++k) x[k + 1] -= factors_[k] * x[k];
    x.array() /= pivots_.array();
    for (Eigen::Index k = last - 1; k >= 0; --k) x[k] -= factors_[k] * x[k + 1];
    return x;
  }

 private:
  VecX pivots_, factors_;
};

// Cost of the velocities v, ½ vᵀ H v - gᵀ v: H and g summed over spans and ends. Each velocity
// meets the next alone, and in a loop the last meets the first.
struct VelocityCost {
  VecX diagonal, to_next, pull;  // to_next[k]: with (k + 1) mod count

  explicit VelocityCost(Eigen::Index count)
      : diagonal(VecX::Zero(count)), to_next(diagonal), pull(diagonal) {}
  Eigen::Index next(Eigen::Index k) const { return (k + 1) % diagonal.size(); }

  // Span k, from velocity k to the next.
  void add(const SpanCost& span, Eigen::Index k) {
    const Eigen::Vector2d by_a = -span.transition.col(1), by_b = Eigen::Vector2d::UnitY();
    const Eigen::Vector2d fixed = span.missed(0, 0);
    const Eigen::Vector2d weighted_a = span.precision * by_a, weighted_b = span.precision * by_b;
    diagonal[k] += by_a.dot(weighted_a);
    diagonal[next(k)] += by_b.dot(weighted_b);
    to_next[k] += by_a.dot(weighted_b);
    pull[k] -= fixed.dot(weighted_a);
    pull[next(k)] -= fixed.dot(weighted_b);
  }

  void fix(Eigen::Index k, double velocity) {
    const Eigen::Index before = (k + diagonal.size() - 1) % diagonal.size();
    pull[next(k)] -= to_next[k] * velocity;
    pull[before] -= to_next[before] * velocity;
    to_next[k] = to_next[before] = 0;
    diagonal[k] = 1;
    pull[k] = velocity;
  }

  // The last velocity borders a tridiagonal matrix of the others.
  VecX least() const {
    const Eigen::Index last = diagonal.size() - 1;
    if (last == 0) return pull / (diagonal[0] + 2 * to_next[0]);
    VecX border = VecX::Zero(last);
    border[last - 1] += to_next[last - 1];
    border[0] += to_next[last];
    const Tridiagonal others(diagonal.head(last), to_next.head(last));
    const VecX free = others.solve(pull.head(last)), answer = others.solve(border);
    VecX v(last + 1);
    v[last] = (pull[last] - border.dot(free)) / (diagonal[last] - border.dot(answer));
    v.head(last) = free - v[last] * answer;
    return v;
  }
};

// What velocities at the knots cost beyond the force on the spans.
void add_prices(VelocityCost& cost, std::span<const ModalSpan> spans,
                std::span<const ModalKnot> knots, const WigglySplineOptions& options) {
  const auto timed = [&](std::ptrdiff_t k) {
    const auto i = static_cast<std::size_t>(k);
    return TimedMode{spans[i].mode, knots[i + 1].time - knots[i].time};
  };
  const std::ptrdiff_t count = std::ssize(spans);
  if (!options.loop) {
    cost.diagonal[0] += options.first_velocity;
    cost.diagonal[count] += options.last_velocity;
  }
  if (options.rest == SpringRest::at_knots)
    for (std::ptrdiff_t k = options.loop ? 0 : 1; k < count; ++k)
      cost.diagonal[k] += price_of_unevenness(timed(k > 0 ? k - 1 : count - 1), timed(k));
  for (std::ptrdiff_t k = 0; k < count; ++k) {
    if (!spans[static_cast<std::size_t>(k)].held) continue;
    cost.diagonal[k] += price_of_holding(timed(k));
    cost.diagonal[cost.next(k)] += price_of_holding(timed(k));
  }
}

VecX velocities_of(std::span<const ModalSpan> spans, const std::vector<SpanCost>& costs,
                   std::span<const ModalKnot> knots, const WigglySplineOptions& options) {
  const std::ptrdiff_t unknowns = options.loop ? std::ssize(costs) : std::ssize(costs) + 1;
  VelocityCost cost(unknowns);
  for (std::ptrdiff_t k = 0; k < std::ssize(costs); ++k)
    cost.add(costs[static_cast<std::size_t>(k)], k);
  add_prices(cost, spans, knots, options);
  if (options.loop && knots.back().velocity) cost.fix(0, *knots.back().velocity);
  for (std::ptrdiff_t k = 0; k < unknowns; ++k)
    if (const auto& velocity = knots[static_cast<std::size_t>(k)].velocity) cost.fix(k, *velocity);
  return cost.least();
}

}  // namespace

// ∫ h ḣ = h²/2, and ∫ ḣ² follows from 0 = ∫ h (ḧ + 2α ḣ + λ² h).
Eigen::Matrix2d driven_covariance(const Oscillator& mode, double time) {
  const Eigen::Vector2d h = transition(mode, time).col(1);
  const double energy = impulse_energy(mode, time), mixed = 0.5 * h[0] * h[0];
  const double kinetic =
      h[0] * h[1] + 2 * mode.decay * mixed + mode.frequency * mode.frequency * energy;
  Eigen::Matrix2d result;
  result << energy, mixed, mixed, kinetic;
  return result;
}

WigglySpline::WigglySpline(const Oscillator& mode, std::span<const ModalKnot> knots,
                           const WigglySplineOptions& options)
    : WigglySpline(all_alike(mode, knots.size()), knots, options) {}

WigglySpline::WigglySpline(std::span<const ModalSpan> spans, std::span<const ModalKnot> knots,
                           const WigglySplineOptions& options)
    : travel_(options.travel) {
  check_knots(knots);
  std::vector<SpanCost> costs;
  for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
    ModalKnot end = knots[i + 1];
    if (options.loop && i + 2 == knots.size()) end.position = knots[0].position;
    costs.emplace_back(spans[i], knots[i], end, options);
  }
  const VecX velocities = velocities_of(spans, costs, knots, options);
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const SpanCost& span = costs[i];
    const auto k = static_cast<std::ptrdiff_t>(i);
    const double start = velocities[k], end = velocities[(k + 1) % velocities.size()];
    const Eigen::Vector2d missed = span.missed(start, end), costate = span.precision * missed;
    spans_.push_back({.mode = spans[i].mode,
                      .start = knots[i].time,
                      .length = knots[i + 1].time - knots[i].time,
                      .rest = span.rest,
                      .step = span.step,
                      .from = span.from + Eigen::Vector2d(0, start),
                      .costate = costate});
    cost_ += 0.5 * missed.dot(costate);
    last_ = span.to + Eigen::Vector2d(-span.step, end);
    last_rest_ = span.rest + span.step;
  }
  end_ = knots.back().time;
}

Eigen::Vector2d WigglySpline::state(double time) const {
  if (time >= end_)
    return Eigen::Vector2d(last_rest_, 0) + transition(spans_.back().mode, time - end_) * last_;
  const auto after = std::upper_bound(spans_.begin(), spans_.end(), time,
                                      [](double t, const Span& span) { return t < span.start; });
  const Span& span = after == spans_.begin() ? spans_[0] : *std::prev(after);
  const Oscillator& mode = span.mode;
  const double passed = std::max(0.0, time - span.start);
  Eigen::Vector2d result = Eigen::Vector2d(span.rest, 0) + transition(mode, passed) * span.from +
                           driven_covariance(mode, passed) *
                               (transition(mode, span.length - passed).transpose() * span.costate);
  if (span.step != 0) result += span.step * step_response(mode, travel_ * span.length, passed);
  return result;
}

double WigglySpline::position(double time) const { return state(time)[0]; }
double WigglySpline::velocity(double time) const { return state(time)[1]; }

}  // namespace retake
