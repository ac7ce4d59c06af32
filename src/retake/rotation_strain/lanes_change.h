#pragma once
#include "retake/numerics/lanes_rotation.h"
#include "retake/numerics/lanes_svd.h"

// What an edit does to one element of a frame, for numbers or lanes.
namespace retake::RETAKE_ISA {

// An element of the input: F = R S, R = exp(w).
template <class Real>
struct LanesFrame {
  LanesMatrix<Real> F, R;
  LanesVector<Real> w;
};

// An element of the linear edit: gradient = [w]ₓ + e.
template <class Real>
struct LanesEdit {
  LanesVector<Real> w;
  LanesMatrix<Real> e;
};

// The rotation of F = R S. Newton's iteration X <- (X + X⁻ᵀ) / 2 (Higham 1986) turns every singular
// value s into (s + 1/s) / 2: three to five steps of 60 flops where no lane is flat or inside out.
// There it would find a mirror or nothing, and the singular values are asked (1,200 flops).
template <class Real>
RETAKE_LANES_INLINE LanesMatrix<Real> rotation_of_gradient(const LanesMatrix<Real>& F) {
  using Scalar = ScalarOf<Real>;
  constexpr Scalar flat = 0.05f;  // of the determinant that a pure stretch of this size would have
  LanesMatrix<Real> X = F;
  Real size2 = all_lanes<Real>(0);
  for (int c = 0; c < 3; ++c) size2 += Scalar(1.0 / 3) * dot(column(F, c), column(F, c));
  LanesVector<Real> minors[3];
  const auto find_minors = [&] {
    for (int c = 0; c < 3; ++c) minors[c] = cross(column(X, (c + 1) % 3), column(X, (c + 2) % 3));
    return dot(column(X, 0), minors[0]);
  };
  Real determinant = find_minors();
  const Real least = larger(flat * size2 * square_root(size2), all_lanes<Real>(Scalar(1e-30)));
  if (any_greater(least, determinant)) {
    const LanesSvd<Real> svd = singular_values(F);
    return product_transposed(svd.U, svd.V);
  }
  for (int step = 0; step < 12; ++step) {
    const Real inverse = Scalar(0.5) / determinant;
    Real change = all_lanes<Real>(0);
    for (int c = 0; c < 3; ++c)
      for (int r = 0; r < 3; ++r) {
        const Real next = Scalar(0.5) * X[r][c] + inverse * minors[c][r];
        const Real difference = next - X[r][c];
        change += difference * difference;
        X[r][c] = next;
      }
    // The error left is half the square of the last change.
    if (!any_greater(change, all_lanes<Real>(Scalar(1e-7)))) break;
    determinant = find_minors();
  }
  return X;
}

template <class Real>
RETAKE_LANES_INLINE LanesFrame<Real> decompose(const LanesMatrix<Real>& F) {
  const LanesMatrix<Real> R = rotation_of_gradient(F);
  return {F, R, log_rotation(R)};
}

template <class Real>
RETAKE_LANES_INLINE LanesEdit<Real> split(const LanesMatrix<Real>& D) {
  LanesEdit<Real> edit;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    edit.w[i] = ScalarOf<Real>(0.5) * (D[k][j] - D[j][k]);
    edit.e[i][i] = D[i][i];
    edit.e[j][k] = edit.e[k][j] = ScalarOf<Real>(0.5) * (D[k][j] + D[j][k]);
  }
  return edit;
}

// exp(w0 + w) exp(w0)⁻¹ as a quaternion whose vector part keeps all its digits however small w is.
// With q0 = (c0, s0 w0) and q1 = (c1, s1 (w0 + w)), half angles, it is
//   c0 s1 w + (c0 s1 - c1 s0) w0 - s0 s1 w × w0,
// where nothing cancels but the difference; that is (sin(d/2) - c1 s0 d) / |w0 + w| with d = |w0 +
// w| - |w0|, or the same with 0 and 1 exchanged: the larger angle divides.
template <class Real>
RETAKE_LANES_INLINE LanesQuaternion<Real> relative_turn(const LanesVector<Real>& w0,
                                                        const LanesVector<Real>& w) {
  using Scalar = ScalarOf<Real>;
  const LanesVector<Real> w1 = plus_scaled(w0, all_lanes<Real>(1), w);
  const LanesVector<Real> sum = plus_scaled(w1, all_lanes<Real>(1), w0);
  const Real tiny = all_lanes<Real>(Scalar(1e-18));
  const Real angle0 = larger(square_root(dot(w0, w0)), tiny);
  const Real angle1 = larger(square_root(dot(w1, w1)), tiny);
  const Real d = dot(w, sum) / (angle0 + angle1);
  const SinCos<Real> of0 = sin_cos(Scalar(0.5) * angle0), of1 = sin_cos(Scalar(0.5) * angle1);
  const Real s0 = of0.sin / angle0, s1 = of1.sin / angle1;
  const auto wider = angle1 > angle0;
  const Real factor = wider ? of1.cos * s0 : of0.cos * s1;
  const Real difference = (sin_cos(Scalar(0.5) * d).sin - factor * d) / (wider ? angle1 : angle0);
  const LanesVector<Real> straight = plus_scaled(scaled(w, of0.cos * s1), difference, w0);
  return {of0.cos * of1.cos + s0 * s1 * dot(w0, w1), plus_scaled(straight, -s0 * s1, cross(w, w0))};
}

// (Q - I) t for the rotation Q of a unit quaternion.
template <class Real>
RETAKE_LANES_INLINE LanesVector<Real> turned_minus(const LanesQuaternion<Real>& q,
                                                   const LanesVector<Real>& t) {
  const LanesVector<Real> once = cross(q.v, t), twice = cross(q.v, once);
  return scaled(plus_scaled(twice, q.w, once), all_lanes<Real>(2));
}

template <class Real>
struct LanesChange {
  LanesMatrix<Real> dF;         // exp(w̄ + w)(S̄ + e) - exp(w̄) S̄
  LanesMatrix<Real> stretched;  // R̄ (S̄ + e); its determinant is that of S̄ + e
  LanesQuaternion<Real> turn;   // exp(w̄ + w) exp(w̄)⁻¹
};

// dF = (Q - I) R̄ (S̄ + e) + R̄ e: zero to the bit for no edit, and a small edit keeps its digits.
template <class Real>
RETAKE_LANES_INLINE LanesChange<Real> change_of(const LanesFrame<Real>& frame,
                                                const LanesEdit<Real>& edit) {
  LanesChange<Real> change;
  change.turn = relative_turn(frame.w, edit.w);
  const LanesMatrix<Real> stretch = product(frame.R, edit.e);
  for (int c = 0; c < 3; ++c) {
    const LanesVector<Real> strain = column(stretch, c);
    const LanesVector<Real> whole = plus_scaled(strain, all_lanes<Real>(1), column(frame.F, c));
    const LanesVector<Real> turned = turned_minus(change.turn, whole);
    for (int r = 0; r < 3; ++r) {
      change.stretched[r][c] = whole[r];
      change.dF[r][c] = turned[r] + strain[r];
    }
  }
  return change;
}

template <class Real>
RETAKE_LANES_INLINE Real determinant(const LanesMatrix<Real>& A) {
  return dot(column(A, 0), cross(column(A, 1), column(A, 2)));
}

}  // namespace retake::RETAKE_ISA
