#pragma once
#include "retake/numerics/lanes.h"

// 3-vectors and 3x3 matrices whose entries are numbers or SIMD lanes.
namespace retake::RETAKE_ISA {

template <class Real>
struct LanesVector {
  Real at[3];
  RETAKE_LANES_INLINE Real& operator[](int i) { return at[i]; }
  RETAKE_LANES_INLINE const Real& operator[](int i) const { return at[i]; }
};

template <class Real>
struct LanesMatrix {
  Real at[3][3];  // row, column
  RETAKE_LANES_INLINE Real* operator[](int row) { return at[row]; }
  RETAKE_LANES_INLINE const Real* operator[](int row) const { return at[row]; }
};

template <class Real>
RETAKE_LANES_INLINE LanesMatrix<Real> identity() {
  const Real one = all_lanes<Real>(1), zero = all_lanes<Real>(0);
  return {{{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}};
}

template <class Real>
RETAKE_LANES_INLINE Real dot(const LanesVector<Real>& a, const LanesVector<Real>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <class Real>
RETAKE_LANES_INLINE LanesVector<Real> cross(const LanesVector<Real>& a,
                                            const LanesVector<Real>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <class Real>
RETAKE_LANES_INLINE LanesVector<Real> scaled(const LanesVector<Real>& a, Real factor) {
  return {a[0] * factor, a[1] * factor, a[2] * factor};
}

// a + factor b
template <class Real>
RETAKE_LANES_INLINE LanesVector<Real> plus_scaled(const LanesVector<Real>& a, Real factor,
                                                  const LanesVector<Real>& b) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}

template <class Real>
RETAKE_LANES_INLINE LanesVector<Real> column(const LanesMatrix<Real>& A, int c) {
  return {A[0][c], A[1][c], A[2][c]};
}

template <class Real>
RETAKE_LANES_INLINE LanesMatrix<Real> from_columns(const LanesVector<Real>& a,
                                                   const LanesVector<Real>& b,
                                                   const LanesVector<Real>& c) {
  return {{{a[0], b[0], c[0]}, {a[1], b[1], c[1]}, {a[2], b[2], c[2]}}};
}

template <class Real>
RETAKE_LANES_INLINE LanesMatrix<Real> product(const LanesMatrix<Real>& A,
                                              const LanesMatrix<Real>& B) {
  LanesMatrix<Real> C;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) C[r][c] = A[r][0] * B[0][c] + A[r][1] * B[1][c] + A[r][2] * B[2][c];
  return C;
}

// A Bᵀ
template <class Real>
RETAKE_LANES_INLINE LanesMatrix<Real> product_transposed(const LanesMatrix<Real>& A,
                                                         const LanesMatrix<Real>& B) {
  LanesMatrix<Real> C;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) C[r][c] = A[r][0] * B[c][0] + A[r][1] * B[c][1] + A[r][2] * B[c][2];
  return C;
}

// Aᵀ B
template <class Real>
RETAKE_LANES_INLINE LanesMatrix<Real> transposed_product(const LanesMatrix<Real>& A,
                                                         const LanesMatrix<Real>& B) {
  LanesMatrix<Real> C;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) C[r][c] = A[0][r] * B[0][c] + A[1][r] * B[1][c] + A[2][r] * B[2][c];
  return C;
}

// Aᵀ v
template <class Real>
RETAKE_LANES_INLINE LanesVector<Real> transposed_product(const LanesMatrix<Real>& A,
                                                         const LanesVector<Real>& v) {
  return {dot(column(A, 0), v), dot(column(A, 1), v), dot(column(A, 2), v)};
}

}  // namespace retake::RETAKE_ISA
