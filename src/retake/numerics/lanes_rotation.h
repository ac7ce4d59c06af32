#pragma once
#include "retake/numerics/lanes_matrix.h"

// Rotations as matrices, unit quaternions and rotation vectors (axis times angle, radians), one per
// lane. No branches: each formula holds for every angle.
namespace retake::RETAKE_ISA {

inline constexpr double pi = 0x1.921fb54442d18p+1;

template <class Real>
struct SinCos {
  Real sin, cos;
};

// Taylor's series on [-π/4, π/4] around the nearest multiple of π/2, which is taken off in three
// parts so that it stays exact up to |x| = 1e5 (float: 1e3).
template <class Real>
RETAKE_LANES_INLINE SinCos<Real> sin_cos(Real x) {
  using Scalar = ScalarOf<Real>;
  constexpr bool wide = sizeof(Scalar) == 8;
  constexpr Scalar part1 = wide ? 0x1.921fb544p+0 : 0x1.92p+0;
  constexpr Scalar part2 = wide ? 0x1.0b4611a6p-34 : 0x1.fb4p-12;
  constexpr Scalar part3 = wide ? 0x1.3198a2e037073p-69 : 0x1.4442d18p-24;
  const Real quarters = nearest_whole(x * Scalar(2 / pi));
  const Real r = ((x - quarters * part1) - quarters * part2) - quarters * part3;
  const Real r2 = r * r;
  constexpr int terms = wide ? 9 : 5;
  Real sine = all_lanes<Real>(1), cosine = sine;
  for (int k = terms - 1; k > 0; --k) {
    sine = 1 - sine * r2 * Scalar(1.0 / (2 * k * (2 * k + 1)));
    cosine = 1 - cosine * r2 * Scalar(1.0 / (2 * k * (2 * k - 1)));
  }
  sine *= r;
  const Real turn = quarters - 4 * nearest_whole(quarters * Scalar(0.25));  // -2, -1, 0, 1 or 2
  const auto odd = absolute(turn) == 1;
  const Real s = odd ? cosine : sine, c = odd ? sine : cosine;
  return {((turn * turn == 4) | (turn == -1)) ? -s : s,
          ((turn * turn == 4) | (turn == 1)) ? -c : c};
}

// exp: a = sin θ / θ and b = (1 − cos θ)/θ² through the half angle, where nothing cancels.
template <class Real>
struct RotationFactors {
  Real angle2;  // θ²
  Real a, b;
};

template <class Real>
RETAKE_LANES_INLINE RotationFactors<Real> rotation_factors(const LanesVector<Real>& omega) {
  using Scalar = ScalarOf<Real>;
  const Real angle2 = dot(omega, omega);
  const Real half = larger(Scalar(0.5) * square_root(angle2), all_lanes<Real>(Scalar(1e-18)));
  const SinCos<Real> of_half = sin_cos(half);
  const Real sinc = of_half.sin / half;
  return {angle2, sinc * of_half.cos, Scalar(0.5) * sinc * sinc};
}

// I + a [ω]ₓ + b [ω]ₓ²
template <class Real>
RETAKE_LANES_INLINE LanesMatrix<Real> skew_polynomial(const LanesVector<Real>& w, Real a, Real b) {
  LanesMatrix<Real> R;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    R[i][i] = 1 - b * (w[j] * w[j] + w[k] * w[k]);
    R[i][j] = b * w[i] * w[j] - a * w[k];
    R[j][i] = b * w[i] * w[j] + a * w[k];
  }
  return R;
}

template <class Real>
RETAKE_LANES_INLINE LanesMatrix<Real> exp_rotation(const LanesVector<Real>& omega) {
  const RotationFactors<Real> factors = rotation_factors(omega);
  return skew_polynomial(omega, factors.a, factors.b);
}

// J with exp(ω + δ) = exp(J δ) exp(ω) to first order: I + b [ω]ₓ + c [ω]ₓ², c = (θ − sin θ)/θ³,
// which is Σ (−θ²)^k / (2k + 3)! below one radian.
template <class Real>
RETAKE_LANES_INLINE LanesMatrix<Real> left_jacobian(const LanesVector<Real>& omega) {
  using Scalar = ScalarOf<Real>;
  const RotationFactors<Real> factors = rotation_factors(omega);
  Real series = all_lanes<Real>(1);
  for (int k = 8; k > 0; --k)
    series = 1 - series * factors.angle2 * Scalar(1.0 / ((2 * k + 2) * (2 * k + 3)));
  const Real direct = (1 - factors.a) / larger(factors.angle2, all_lanes<Real>(1));
  return skew_polynomial(omega, factors.b, factors.angle2 < 1 ? series * Scalar(1.0 / 6) : direct);
}

template <class Real>
struct LanesQuaternion {
  Real w;
  LanesVector<Real> v;
};

template <class Real>
RETAKE_LANES_INLINE LanesQuaternion<Real> scaled(const LanesQuaternion<Real>& q, Real factor) {
  return {q.w * factor, scaled(q.v, factor)};
}

// Unit, w >= 0. The column with the largest diagonal entry of 4 q qᵀ, whose entries are sums of
// entries of R (Shepperd 1978): never a quotient of small numbers.
template <class Real>
RETAKE_LANES_INLINE LanesQuaternion<Real> quaternion_of(const LanesMatrix<Real>& R) {
  using Quaternion = LanesQuaternion<Real>;
  const LanesVector<Real> skew = {R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1]};
  Real largest = 1 + R[0][0] + R[1][1] + R[2][2];
  Quaternion q = {largest, skew};
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const Real diagonal = 1 + R[i][i] - R[j][j] - R[k][k];
    const auto better = diagonal > largest;
    largest = better ? diagonal : largest;
    q.w = better ? skew[i] : q.w;
    q.v[i] = better ? diagonal : q.v[i];
    q.v[j] = better ? R[i][j] + R[j][i] : q.v[j];
    q.v[k] = better ? R[i][k] + R[k][i] : q.v[k];
  }
  const Real length = square_root(q.w * q.w + dot(q.v, q.v));
  return scaled(q, (q.w < 0 ? all_lanes<Real>(-1) : all_lanes<Real>(1)) / length);
}

// Of a unit quaternion; of any other, of the quaternion divided by its length.
template <class Real>
RETAKE_LANES_INLINE LanesMatrix<Real> rotation_of(const LanesQuaternion<Real>& q) {
  const Real s = 2 / (q.w * q.w + dot(q.v, q.v));
  return skew_polynomial(q.v, s * q.w, s);
}

// (cos θ/2, sin θ/2 axis)
template <class Real>
RETAKE_LANES_INLINE LanesQuaternion<Real> exp_quaternion(const LanesVector<Real>& omega) {
  using Scalar = ScalarOf<Real>;
  const Real half =
      larger(Scalar(0.5) * square_root(dot(omega, omega)), all_lanes<Real>(Scalar(1e-18)));
  const SinCos<Real> of_half = sin_cos(half);
  return {of_half.cos, scaled(omega, Scalar(0.5) * of_half.sin / half)};
}

// The rotation vector of a unit quaternion, of length π at most. Halving the angle three times,
// tan(x/2) = tan x / (1 + sqrt(1 + tan² x)), brings the tangent below 0.2, where the series of
// atan is short; the quotient angle / sin stays regular at zero. Accurate also next to π, where w
// is small and sin almost 1.
template <class Real>
RETAKE_LANES_INLINE LanesVector<Real> log_quaternion(LanesQuaternion<Real> q) {
  using Scalar = ScalarOf<Real>;
  q = scaled(q, q.w < 0 ? all_lanes<Real>(-1) : all_lanes<Real>(1));
  const Real sine = square_root(dot(q.v, q.v));
  Real per_sine = 1 / (1 + q.w);  // tan(θ/4) / sin(θ/2)
  for (int halving = 0; halving < 2; ++halving) {
    const Real tangent = per_sine * sine;
    per_sine = per_sine / (1 + square_root(1 + tangent * tangent));
  }
  const Real t2 = per_sine * per_sine * sine * sine;
  constexpr int terms = sizeof(Scalar) == 8 ? 12 : 6;
  Real series = all_lanes<Real>(Scalar(1.0 / (2 * terms + 1)));
  for (int k = terms - 1; k >= 0; --k) series = Scalar(1.0 / (2 * k + 1)) - series * t2;
  constexpr Scalar just_below_pi = Scalar(pi) * (1 - 2 * epsilon_of<Real>);
  const Real limit = just_below_pi / larger(sine, all_lanes<Real>(Scalar(0.5)));
  return scaled(q.v, smaller(16 * series * per_sine, limit));
}

template <class Real>
RETAKE_LANES_INLINE LanesVector<Real> log_rotation(const LanesMatrix<Real>& R) {
  return log_quaternion(quaternion_of(R));
}

}  // namespace retake::RETAKE_ISA
