#include "retake/interpolation/oscillator_adjustment.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <Eigen/LU>

namespace retake {
namespace {

// What is looked for: sqrt |ω²| and α.
struct Poles {
  double root = 0, decay = 0;
};

Poles poles_of(const Oscillator& mode) {
  return {std::sqrt(std::abs(mode.omega_squared())), mode.decay};
}

// Eq. 15 for one mode, between fixed ends.
class Adjustment {
 public:
  Adjustment(const Oscillator& mode, double duration, double first, double last,
             const AdjustmentWeights& weights)
      : goal_(poles_of(mode)),
        swings_(mode.omega_squared() >= 0),
        T_(duration),
        first_(first),
        last_(last),
        weights_(weights) {
    const double size = std::max(std::abs(first), std::abs(last));
    if (weights.relative_velocity && size > 0) {
      first_ /= size;
      last_ /= size;
    }
  }

  double cost(const Poles& poles) const {
    const double v = start_velocity(poles).value;
    return weights_.velocity * v * v + weights_.frequency * squared(poles.root - goal_.root) +
           weights_.decay * squared(poles.decay - goal_.decay);
  }

  // The best of a few places in each of the valleys around: between two singular phases the mode
  // makes a given number of half swings, and fewer of them can be worth the way there.
  std::vector<Poles> starts() const {
    if (!swings_) return {best_of({goal_.root, 0.5 * goal_.root})};
    const double half_period = std::numbers::pi / T_;
    const double own = std::floor(goal_.root / half_period);
    std::vector<Poles> places = {best_of({goal_.root})};
    for (const double k : {own - 2, own - 1, own, own + 1})
      if (k >= 0)
        places.push_back(
            best_of({(k + 0.3) * half_period, (k + 0.5) * half_period, (k + 0.7) * half_period}));
    return places;
  }

  // Levenberg-Marquardt in the two unknowns.
  Poles descend(Poles poles) const {
    double best = cost(poles), damping = 1e-3;
    for (int iteration = 0; iteration < 30; ++iteration) {
      const Poles next = step(poles, damping);
      const double there = cost(next);
      if (there < best) {
        const bool settled = best - there < 1e-14 * best;
        poles = next;
        best = there;
        damping = std::max(0.2 * damping, 1e-9);
        if (settled) break;
      } else if ((damping *= 8) > 1e9) {
        break;
      }
    }
    return poles;
  }

  Oscillator oscillator_of(const Poles& poles) const {
    const double square = poles.root * poles.root * (swings_ ? 1 : -1);
    return {std::sqrt(std::max(0.0, square + poles.decay * poles.decay)), poles.decay};
  }

 private:
  struct StartVelocity {
    double value, by_root, by_decay;
  };

  static double squared(double x) { return x * x; }

  // ż(0) = -z0 (α + h/T) + zT e^(αT) g/T with x = T root, g = x/sin x, h = x cot x (sinh, coth),
  // and g' = g (1 - h)/x, h' = (h - g²)/x.
  StartVelocity start_velocity(const Poles& poles) const {
    const double x = poles.root * T_, sign = swings_ ? 1 : -1;
    double g = 1 + sign * x * x / 6, h = 1 - sign * x * x / 3;
    double g_slope = sign * x / 3, h_slope = -sign * 2 * x / 3;
    if (x > 1e-3) {
      const double s = swings_ ? std::sin(x) : std::sinh(x);
      g = x / (std::abs(s) < 1e-12 ? 1e-12 : s);
      h = swings_ ? g * std::cos(x) : x / std::tanh(x);
      g_slope = g * (1 - h) / x;
      h_slope = (h - g * g) / x;
    }
    const double grown = std::exp(std::min(poles.decay * T_, 300.0));
    return {-first_ * (poles.decay + h / T_) + last_ * grown * g / T_,
            -first_ * h_slope + last_ * grown * g_slope, -first_ + last_ * grown * g};
  }

  Poles best_of(std::initializer_list<double> roots) const {
    Poles best = goal_;
    double least = std::numeric_limits<double>::infinity();
    for (const double root : roots)
      for (const double decay : {goal_.decay, std::min(goal_.decay, 1 / T_), 0.0}) {
        const Poles place = allowed({root, decay});
        const double there = cost(place);
        if (there < least) {
          least = there;
          best = place;
        }
      }
    return best;
  }

  Poles allowed(Poles poles) const {
    poles.decay = std::max(poles.decay, 0.0);
    poles.root = std::max(poles.root, 0.0);
    if (!swings_) poles.root = std::min(poles.root, poles.decay);
    return poles;
  }

  Poles step(const Poles& poles, double damping) const {
    const auto [v, by_root, by_decay] = start_velocity(poles);
    Eigen::Matrix2d hessian;  // of Gauss-Newton, halved like the gradient
    hessian << weights_.velocity * by_root * by_root + weights_.frequency,
        weights_.velocity * by_root * by_decay, weights_.velocity * by_root * by_decay,
        weights_.velocity * by_decay * by_decay + weights_.decay;
    Eigen::Vector2d gradient = {
        weights_.velocity * v * by_root + weights_.frequency * (poles.root - goal_.root),
        weights_.velocity * v * by_decay + weights_.decay * (poles.decay - goal_.decay)};
    // At a bound, and pushed against it: the other unknown moves alone.
    for (const int k : {0, 1})
      if ((k == 0 ? poles.root : poles.decay) <= 0 && gradient[k] > 0)
        hessian(0, 1) = hessian(1, 0) = gradient[k] = 0;
    hessian.diagonal() *= 1 + damping;
    hessian.diagonal().array() += std::numeric_limits<double>::min();
    const double determinant = hessian.determinant();
    return allowed(
        {poles.root - (hessian(1, 1) * gradient[0] - hessian(0, 1) * gradient[1]) / determinant,
         poles.decay - (hessian(0, 0) * gradient[1] - hessian(0, 1) * gradient[0]) / determinant});
  }

  Poles goal_;
  bool swings_;
  double T_, first_, last_;
  AdjustmentWeights weights_;
};

}  // namespace

Oscillator adjusted_oscillator(const Oscillator& mode, double duration, double first, double last,
                               const AdjustmentWeights& weights) {
  if (first == 0 && last == 0) return mode;
  const Adjustment problem(mode, duration, first, last, weights);
  std::vector<Poles> places = problem.starts();
  for (Poles& place : places) place = problem.descend(place);
  return problem.oscillator_of(*std::ranges::min_element(
      places, {}, [&](const Poles& place) { return problem.cost(place); }));
}

double adjustment_cost(const Oscillator& mode, const Oscillator& changed, double duration,
                       double first, double last, const AdjustmentWeights& weights) {
  return Adjustment(mode, duration, first, last, weights).cost(poles_of(changed));
}

}  // namespace retake
