#pragma once

// A small portable SIMD layer on GCC's vector types: one value of type Doubles or Floats is one
// register of the instruction set that this file is compiled for. + - * / < ?: work on them lane
// by lane, also with a plain number on one side. Kernels are templates over the number type Real:
// double, float, Doubles or Floats. Everything lives in the namespace of the instruction set (see
// isa.h), hence nothing of std here.
#ifndef RETAKE_ISA
#define RETAKE_ISA isa_baseline
#endif
#define RETAKE_LANES_INLINE inline __attribute__((always_inline))

namespace retake::RETAKE_ISA {

#if defined(__AVX512F__)
inline constexpr int register_bytes = 64;
#elif defined(__AVX2__)
inline constexpr int register_bytes = 32;
#else
inline constexpr int register_bytes = 16;
#endif

typedef double Doubles __attribute__((vector_size(register_bytes)));
typedef float Floats __attribute__((vector_size(register_bytes)));

template <class Real>
struct RealTraits;
template <>
struct RealTraits<double> {
  using Scalar = double;
  static constexpr int lanes = 1;
};
template <>
struct RealTraits<float> {
  using Scalar = float;
  static constexpr int lanes = 1;
};
template <>
struct RealTraits<Doubles> {
  using Scalar = double;
  static constexpr int lanes = register_bytes / 8;
};
template <>
struct RealTraits<Floats> {
  using Scalar = float;
  static constexpr int lanes = register_bytes / 4;
};
template <class Real>
using ScalarOf = typename RealTraits<Real>::Scalar;
template <class Real>
inline constexpr int lanes_of = RealTraits<Real>::lanes;
// Distance from 1 to the next number.
template <class Real>
inline constexpr ScalarOf<Real> epsilon_of = sizeof(ScalarOf<Real>) == 8 ? 0x1p-52 : 0x1p-23;

// All lanes hold `number`.
template <class Real>
RETAKE_LANES_INLINE Real all_lanes(ScalarOf<Real> number) {
  return Real{} + number;
}

RETAKE_LANES_INLINE double square_root(double x) { return __builtin_sqrt(x); }
RETAKE_LANES_INLINE float square_root(float x) { return __builtin_sqrtf(x); }
template <class Real>
RETAKE_LANES_INLINE Real square_root(Real x) {
  Real root{};
  for (int i = 0; i < lanes_of<Real>; ++i) root[i] = square_root(x[i]);  // becomes one instruction
  return root;
}

RETAKE_LANES_INLINE double natural_logarithm(double x) { return __builtin_log(x); }
RETAKE_LANES_INLINE float natural_logarithm(float x) { return __builtin_logf(x); }
template <class Real>
RETAKE_LANES_INLINE Real natural_logarithm(Real x) {
  Real logarithm;
  for (int i = 0; i < lanes_of<Real>; ++i) logarithm[i] = natural_logarithm(x[i]);
  return logarithm;
}

template <class Real>
RETAKE_LANES_INLINE Real smaller(Real a, Real b) {
  return a < b ? a : b;
}
template <class Real>
RETAKE_LANES_INLINE Real larger(Real a, Real b) {
  return a > b ? a : b;
}
template <class Real>
RETAKE_LANES_INLINE Real absolute(Real a) {
  return a < 0 ? -a : a;
}

// Nearest whole number, |x| < 2^22 (float) or 2^51: adding 1.5 * 2^(mantissa bits) leaves no room
// for a fraction.
template <class Real>
RETAKE_LANES_INLINE Real nearest_whole(Real x) {
  constexpr ScalarOf<Real> shift = sizeof(ScalarOf<Real>) == 8 ? 0x1.8p52 : 0x1.8p23;
  return (x + shift) - shift;
}

// Whether a > b in some lane.
RETAKE_LANES_INLINE bool any_greater(double a, double b) { return a > b; }
RETAKE_LANES_INLINE bool any_greater(float a, float b) { return a > b; }
template <class Real>
RETAKE_LANES_INLINE bool any_greater(Real a, Real b) {
  const auto greater = a > b;
  bool any = false;
  for (int i = 0; i < lanes_of<Real>; ++i) any |= greater[i] != 0;
  return any;
}

// Real from and to consecutive numbers in memory.
template <class Real>
RETAKE_LANES_INLINE Real load(const ScalarOf<Real>* from) {
  Real value;
  __builtin_memcpy(&value, from, sizeof(Real));
  return value;
}
template <class Real>
RETAKE_LANES_INLINE void store(ScalarOf<Real>* to, Real value) {
  __builtin_memcpy(to, &value, sizeof(Real));
}

}  // namespace retake::RETAKE_ISA
