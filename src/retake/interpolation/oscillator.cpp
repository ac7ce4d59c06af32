#include "retake/interpolation/oscillator.h"

#include <cmath>

namespace retake {
namespace {

// sin(x)/x and sinh(x)/x, also where x is nothing.
double sinc(double x) { return std::abs(x) < 1e-4 ? 1 - x * x / 6 : std::sin(x) / x; }
double sinhc(double x) { return std::abs(x) < 1e-4 ? 1 + x * x / 6 : std::sinh(x) / x; }

// Never quite 0, so that a division leaves a number: 1e-12 of a half period is no phase to choose.
double kept_from_zero(double sine) { return std::copysign(std::max(std::abs(sine), 1e-12), sine); }

// A factor beyond this is of no use to anybody, and its products must stay finite.
double bounded_exp(double x) { return std::exp(std::min(x, 300.0)); }

}  // namespace

Eigen::Matrix2d transition(const Oscillator& mode, double time) {
  const double q = mode.omega_squared(), root = std::sqrt(std::abs(q)), x = root * time;
  double cosine = 0, sine = 0;  // e^(-αt) C and e^(-αt) S
  if (q >= 0) {
    const double decayed = std::exp(-mode.decay * time);
    cosine = decayed * std::cos(x);
    sine = decayed * time * sinc(x);
  } else {
    // cosh overflows where e^(-αt) cosh does not; beyond x = 20 its smaller half is lost anyway.
    const double slow = std::exp(x - mode.decay * time), fast = std::exp(-x - mode.decay * time);
    cosine = 0.5 * (slow + fast);
    sine = x < 20 ? std::exp(-mode.decay * time) * time * sinhc(x) : 0.5 * (slow - fast) / root;
  }
  Eigen::Matrix2d result;
  result << cosine + mode.decay * sine, sine,  //
      -mode.frequency * mode.frequency * sine, cosine - mode.decay * sine;
  return result;
}

FreeSwing::FreeSwing(const Oscillator& mode, double duration, double first, double last)
    : alpha_(mode.decay),
      root_(std::sqrt(std::abs(mode.omega_squared()))),
      swings_(mode.omega_squared() >= 0),
      duration_(duration),
      first_(first),
      last_(last) {}

FreeSwing::Wave FreeSwing::wave(double time) const {
  const double x = root_ * time, X = root_ * duration_;
  if (X < 1e-6) return {time / duration_, 1 / duration_};
  if (swings_) {
    const double whole = kept_from_zero(std::sin(X));
    return {std::sin(x) / whole, root_ * std::cos(x) / whole};
  }
  const double grown = std::exp(x - X), whole = -std::expm1(-2 * X);
  return {-grown * std::expm1(-2 * x) / whole, root_ * grown * (1 + std::exp(-2 * x)) / whole};
}

double FreeSwing::position(double time) const {
  return first_ * std::exp(-alpha_ * time) * wave(duration_ - time).sine +
         last_ * bounded_exp(alpha_ * (duration_ - time)) * wave(time).sine;
}

double FreeSwing::velocity(double time) const {
  const Wave from_last = wave(time), from_first = wave(duration_ - time);
  return -first_ * std::exp(-alpha_ * time) * (alpha_ * from_first.sine + from_first.cosine) +
         last_ * bounded_exp(alpha_ * (duration_ - time)) *
             (from_last.cosine - alpha_ * from_last.sine);
}

}  // namespace retake
