#include "retake/interpolation/oscillator_adjustment.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

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

  double cost(const Poles& poles) const { return cost(poles, start_velocity(poles).value); }

  // The least of the valleys around: between two singular phases the mode makes a given number of
  // half swings, and fewer of them can be worth the way there. A valley that is dearer already by
  // its distance is passed over.
  Poles least() const {
    if (!swings_) return descend(best_of({goal_.root, 0.5 * goal_.root})).poles;
    const double half_period = std::numbers::pi / T_;
    const double own = std::floor(goal_.root / half_period);
    const auto inside = [&](double valley, double share) { return (valley + share) * half_period; };
    Place best =
        descend(best_of({goal_.root, inside(own, 0.3), inside(own, 0.5), inside(own, 0.7)}));
    for (const double valley : {own - 1, own + 1, own - 2}) {
      if (valley < 0) continue;
      const double away =
          valley < own ? goal_.root - inside(valley, 1) : inside(valley, 0) - goal_.root;
      if (weights_.frequency * squared(away) >= best.cost) continue;
      const Place other =
          descend(best_of({inside(valley, 0.3), inside(valley, 0.5), inside(valley, 0.7)}));
      if (other.cost < best.cost) best = other;
    }
    return best.poles;
  }

  Oscillator oscillator_of(const Poles& poles) const {
    const double square = poles.root * poles.root * (swings_ ? 1 : -1);
    return {std::sqrt(std::max(0.0, square + poles.decay * poles.decay)), poles.decay};
  }

 private:
  struct StartVelocity {
    double value, by_root, by_decay;
  };
  // All that is known of a place, so that nothing is computed twice.
  struct Place {
    Poles poles;
    StartVelocity velocity;
    double cost;
  };

  static double squared(double x) { return x * x; }

  double cost(const Poles& poles, double velocity) const {
    return weights_.velocity * squared(velocity) +
           weights_.frequency * squared(poles.root - goal_.root) +
           weights_.decay * squared(poles.decay - goal_.decay);
  }

  Place place_of(const Poles& poles) const {
    const StartVelocity velocity = start_velocity(poles);
    return {poles, velocity, cost(poles, velocity.value)};
  }

  // Levenberg-Marquardt in the two unknowns.
  Place descend(Place here) const {
    double damping = 1e-3;
    for (int iteration = 0; iteration < 30; ++iteration) {
      const Place next = place_of(step(here, damping));
      if (next.cost < here.cost) {
        const bool settled = here.cost - next.cost < 1e-10 * here.cost;
        here = next;
        damping = std::max(0.2 * damping, 1e-9);
        if (settled) break;
      } else if ((damping *= 8) > 1e9) {
        break;
      }
    }
    return here;
  }

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

  Place best_of(std::initializer_list<double> roots) const {
    Place best = {goal_, {}, std::numeric_limits<double>::infinity()};
    for (const double root : roots)
      for (const double decay : {goal_.decay, std::min(goal_.decay, 1 / T_), 0.0}) {
        const Place place = place_of(allowed({root, decay}));
        if (place.cost < best.cost) best = place;
      }
    return best;
  }

  Poles allowed(Poles poles) const {
    poles.decay = std::max(poles.decay, 0.0);
    poles.root = std::max(poles.root, 0.0);
    if (!swings_) poles.root = std::min(poles.root, poles.decay);
    return poles;
  }

  Poles step(const Place& here, double damping) const {
    const auto& [poles, velocity, cost] = here;
    const auto& [v, by_root, by_decay] = velocity;
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
  return problem.oscillator_of(problem.least());
}

double adjustment_cost(const Oscillator& mode, const Oscillator& changed, double duration,
                       double first, double last, const AdjustmentWeights& weights) {
  return Adjustment(mode, duration, first, last, weights).cost(poles_of(changed));
}

}  // namespace retake
