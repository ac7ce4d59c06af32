#pragma once
#include "retake/numerics/lanes_matrix.h"

// Symmetric eigenproblem and singular values of 3x3 matrices, one matrix per lane.
namespace retake::RETAKE_ISA {

// A = V diag Vᵀ in progress: A is driven to a diagonal while V collects the rotations.
template <class Real>
struct LanesEigen {
  LanesMatrix<Real> A;  // symmetric; only the entries on and above the diagonal are kept
  LanesMatrix<Real> V;  // proper rotation
};

// A rotation of two axes by an angle of at most π/4.
template <class Real>
struct PlaneRotation {
  Real cos, sin;
  Real gain;  // what it adds to the second diagonal entry and takes off the first
};

// The rotation that makes the symmetric 2x2 matrix (app h; h aqq) diagonal: its tangent is h / x,
// x = |d| + sqrt(d² + h²), d half the difference of the diagonal entries. Written so that few roots
// and quotients wait for one another, since waiting is what this costs.
template <class Real>
RETAKE_LANES_INLINE PlaneRotation<Real> jacobi_rotation(Real app, Real h, Real aqq) {
  const Real d = ScalarOf<Real>(0.5) * (aqq - app);
  const Real sum = absolute(d) + square_root(d * d + h * h);
  constexpr ScalarOf<Real> nothing = sizeof(ScalarOf<Real>) == 8 ? 1e-150 : 1e-18;  // x² vanishes
  const Real x = sum > nothing ? sum : all_lanes<Real>(1);
  const Real inverse = ScalarOf<Real>(1) / square_root(x * x + h * h);
  const Real y = d < 0 ? -h : h;
  return {x * inverse, y * inverse, y * h / x};
}

// One Jacobi rotation in the plane of axes p < q, which makes A_pq zero.
template <int p, int q, class Real>
RETAKE_LANES_INLINE void rotate_to_zero(LanesEigen<Real>& eigen) {
  constexpr int k = 3 - p - q;
  auto& A = eigen.A;
  auto& V = eigen.V;
  const auto [c, s, gain] = jacobi_rotation(A[p][p], A[p][q], A[q][q]);
  A[p][p] -= gain;
  A[q][q] += gain;
  A[p][q] = all_lanes<Real>(0);
  Real& kp = k < p ? A[k][p] : A[p][k];
  Real& kq = k < q ? A[k][q] : A[q][k];
  const Real old_kp = kp;
  kp = c * kp - s * kq;
  kq = s * old_kp + c * kq;
  for (int i = 0; i < 3; ++i) {
    const Real vp = V[i][p];
    V[i][p] = c * vp - s * V[i][q];
    V[i][q] = s * vp + c * V[i][q];
  }
}

// Sweeps until no lane has anything left off the diagonal. Jacobi converges quadratically: three
// or four sweeps; the limit only guards against lanes that hold NaN.
template <class Real>
RETAKE_LANES_INLINE LanesEigen<Real> diagonalize(const LanesMatrix<Real>& symmetric) {
  LanesEigen<Real> eigen{symmetric, identity<Real>()};
  auto& A = eigen.A;
  constexpr ScalarOf<Real> negligible = epsilon_of<Real> / 4;
  for (int sweep = 0; sweep < 10; ++sweep) {
    const Real scale = negligible * (absolute(A[0][0]) + absolute(A[1][1]) + absolute(A[2][2]));
    const Real off = larger(absolute(A[0][1]), larger(absolute(A[0][2]), absolute(A[1][2])));
    if (!any_greater(off, scale)) break;
    rotate_to_zero<0, 1>(eigen);
    rotate_to_zero<0, 2>(eigen);
    rotate_to_zero<1, 2>(eigen);
  }
  return eigen;
}

// Swaps columns p and q of V, and the eigenvalues, where the second is larger. One column changes
// sign, so that V remains a proper rotation.
template <int p, int q, class Real>
RETAKE_LANES_INLINE void sort_pair(LanesEigen<Real>& eigen) {
  const auto swap = eigen.A[q][q] > eigen.A[p][p];
  const Real a = eigen.A[p][p];
  eigen.A[p][p] = swap ? eigen.A[q][q] : a;
  eigen.A[q][q] = swap ? a : eigen.A[q][q];
  for (int i = 0; i < 3; ++i) {
    const Real v = eigen.V[i][p];
    eigen.V[i][p] = swap ? eigen.V[i][q] : v;
    eigen.V[i][q] = swap ? -v : eigen.V[i][q];
  }
}

// F = U diag(sigma) Vᵀ with U and V proper rotations and sigma_0 >= sigma_1 >= |sigma_2|: an
// inverted F has a negative sigma_2. So U Vᵀ is the proper rotation nearest to F.
template <class Real>
struct LanesSvd {
  LanesMatrix<Real> U, V;
  LanesVector<Real> sigma;
};

template <class Real>
RETAKE_LANES_INLINE LanesVector<Real> pick(auto mask, const LanesVector<Real>& a,
                                           const LanesVector<Real>& b) {
  return {mask ? a[0] : b[0], mask ? a[1] : b[1], mask ? a[2] : b[2]};
}

template <class Real>
RETAKE_LANES_INLINE LanesVector<Real> unit(const LanesVector<Real>& a) {
  return scaled(a, ScalarOf<Real>(1) / square_root(dot(a, a)));
}

// Turns columns 1 and 2 of B (and V) within their plane until those of B are orthogonal, the longer
// first. FᵀF has lost the small singular values' digits to the large one; B has not.
template <class Real>
RETAKE_LANES_INLINE void separate(LanesVector<Real>& b1, LanesVector<Real>& b2,
                                  LanesVector<Real>& v1, LanesVector<Real>& v2) {
  const PlaneRotation<Real> turn = jacobi_rotation(dot(b1, b1), dot(b1, b2), dot(b2, b2));
  const auto apply = [&](LanesVector<Real>& a, LanesVector<Real>& b) {
    const LanesVector<Real> old = a;
    a = plus_scaled(scaled(old, turn.cos), -turn.sin, b);
    b = plus_scaled(scaled(b, turn.cos), turn.sin, old);
  };
  apply(b1, b2);
  apply(v1, v2);
  const auto swap = dot(b2, b2) > dot(b1, b1);
  const auto exchange = [&](LanesVector<Real>& a, LanesVector<Real>& b) {
    const LanesVector<Real> old = a;
    a = pick(swap, b, old);
    b = pick(swap, scaled(old, all_lanes<Real>(-1)), b);
  };
  exchange(b1, b2);
  exchange(v1, v2);
}

// From B = F V, the first column of which is orthogonal to the others up to rounding. Directions
// that B leaves open (rank below 3) are taken from V, so that a rank-1 stretch along an axis does
// not turn.
template <class Real>
RETAKE_LANES_INLINE LanesSvd<Real> frame_of(const LanesMatrix<Real>& B,
                                            const LanesMatrix<Real>& V) {
  using Vector = LanesVector<Real>;
  const Vector b0 = column(B, 0), v0 = column(V, 0);
  const Real length2 = dot(b0, b0);
  const Vector u0 = unit(pick(length2 > 0, b0, v0));
  const auto across = [&](const Vector& a) { return plus_scaled(a, -dot(u0, a), u0); };
  Vector b1 = across(column(B, 1)), b2 = across(column(B, 2));
  Vector v1 = column(V, 1), v2 = column(V, 2);
  separate(b1, b2, v1, v2);
  const Vector spare1 = across(v1), spare2 = across(v2);
  const Vector spare = pick(dot(spare1, spare1) < ScalarOf<Real>(0.25), spare2, spare1);
  constexpr ScalarOf<Real> flat = 8 * epsilon_of<Real>;  // below it, b1 is rounding noise
  const Vector u1 = unit(pick(dot(b1, b1) > flat * flat * length2, b1, spare));
  const Vector u2 = cross(u0, u1);
  return {
      from_columns(u0, u1, u2), from_columns(v0, v1, v2), {dot(u0, b0), dot(u1, b1), dot(u2, b2)}};
}

// Eigenvectors of Fᵀ F, then an orthogonal frame of F V. Squaring costs no accuracy where it
// counts: what remains off-diagonal in Uᵀ F V is of the order of rounding times sigma_0 (after the
// scheme of McAdams et al. 2011, "Computing the singular value decomposition of 3x3 matrices").
// F is scaled by its largest entry first, so that no finite F overflows or vanishes.
template <class Real>
RETAKE_LANES_INLINE LanesSvd<Real> singular_values(const LanesMatrix<Real>& F) {
  Real scale = all_lanes<Real>(0);
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) scale = larger(scale, absolute(F[r][c]));
  scale = scale > 0 ? scale : all_lanes<Real>(1);
  const Real inverse = ScalarOf<Real>(1) / scale;
  LanesMatrix<Real> G;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) G[r][c] = F[r][c] * inverse;
  LanesEigen<Real> eigen = diagonalize(transposed_product(G, G));
  sort_pair<0, 1>(eigen);
  sort_pair<1, 2>(eigen);
  sort_pair<0, 1>(eigen);
  LanesSvd<Real> svd = frame_of(product(G, eigen.V), eigen.V);
  svd.sigma = scaled(svd.sigma, scale);
  return svd;
}

template <class Real>
struct LanesPolar {
  LanesMatrix<Real> R, S;
};

// F = R S: R = U Vᵀ, S = V diag(sigma) Vᵀ.
template <class Real>
RETAKE_LANES_INLINE LanesPolar<Real> polar(const LanesMatrix<Real>& F) {
  const LanesSvd<Real> svd = singular_values(F);
  LanesMatrix<Real> stretched;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) stretched[r][c] = svd.V[r][c] * svd.sigma[c];
  LanesPolar<Real> result = {product_transposed(svd.U, svd.V), {}};
  for (int r = 0; r < 3; ++r) {
    for (int c = r; c < 3; ++c) {
      result.S[r][c] = stretched[r][0] * svd.V[c][0] + stretched[r][1] * svd.V[c][1] +
                       stretched[r][2] * svd.V[c][2];
      result.S[c][r] = result.S[r][c];
    }
  }
  return result;
}

}  // namespace retake::RETAKE_ISA
