#pragma once
#include "retake/rotation_strain/lanes_change.h"

// Gradients over elements and the derivative of an element's change, for numbers or lanes. See
// element_geometry.h for what the third gradient of a triangle is.
namespace retake::RETAKE_ISA {

template <class Real>
struct LanesShape {
  LanesVector<Real> gradient[3];  // of corners 1, 2, 3
  Real weight;
};

// Sum of edge gradientᵀ.
template <class Real>
RETAKE_LANES_INLINE LanesMatrix<Real> sum_of_products(const LanesVector<Real> (&edges)[3],
                                                      const LanesVector<Real> (&gradients)[3]) {
  LanesMatrix<Real> F;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)
      F[r][c] = edges[0][r] * gradients[0][c] + edges[1][r] * gradients[1][c] +
                edges[2][r] * gradients[2][c];
  return F;
}

template <bool shell, class Real>
RETAKE_LANES_INLINE LanesMatrix<Real> position_gradient(const LanesShape<Real>& shape,
                                                        LanesVector<Real> (&edges)[3]) {
  if constexpr (shell) {
    const LanesVector<Real> normal = cross(edges[0], edges[1]);
    const Real length2 = larger(dot(normal, normal), all_lanes<Real>(1e-36f));
    edges[2] = scaled(normal, 1 / square_root(length2));
  }
  return sum_of_products(edges, shape.gradient);
}

// Of a triangle: the normal turns with the in-plane gradient, δn = -(∇s p)ᵀ n0.
template <bool shell, class Real>
RETAKE_LANES_INLINE LanesMatrix<Real> edit_gradient(const LanesShape<Real>& shape,
                                                    const LanesVector<Real> (&edges)[3]) {
  LanesVector<Real> whole[3] = {edges[0], edges[1], edges[2]};
  if constexpr (shell) {
    const LanesVector<Real>& normal = shape.gradient[2];
    whole[2] = plus_scaled(scaled(shape.gradient[0], -dot(edges[0], normal)),
                           -dot(edges[1], normal), shape.gradient[1]);
  }
  return sum_of_products(whole, shape.gradient);
}

template <class Real>
RETAKE_LANES_INLINE Real distance_from_identity2(const LanesMatrix<Real>& F) {
  Real sum = Real{};
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) {
      const Real difference = r == c ? F[r][c] - 1 : F[r][c];
      sum += difference * difference;
    }
  return sum;
}

// What the change of an element's pull dF g needs: with h = (F̄ + dF) g and R = exp(w̄ + w),
// d(dF g) = -[h]ₓ J dw + R de g, J the left Jacobian of exp at w̄ + w.
template <class Real>
struct LanesPull {
  LanesVector<Real> g, h;
  LanesMatrix<Real> R, J;
};

template <class Real>
RETAKE_LANES_INLINE void pull_along(const LanesVector<Real>& g, const LanesFrame<Real>& frame,
                                    const LanesChange<Real>& change, LanesPull<Real>& pull) {
  pull.g = g;
  for (int r = 0; r < 3; ++r) {
    pull.h[r] = Real{};
    for (int c = 0; c < 3; ++c) pull.h[r] += (frame.F[r][c] + change.dF[r][c]) * g[c];
  }
}

// Without g and h.
template <class Real>
RETAKE_LANES_INLINE LanesPull<Real> pull_of(const LanesFrame<Real>& frame,
                                            const LanesEdit<Real>& edit,
                                            const LanesChange<Real>& change) {
  const Real one = all_lanes<Real>(1);
  LanesPull<Real> pull;
  const auto turned = [&](int c) {
    const LanesVector<Real> of_frame = column(frame.R, c);
    return plus_scaled(of_frame, one, turned_minus(change.turn, of_frame));
  };
  pull.R = from_columns(turned(0), turned(1), turned(2));
  pull.J = left_jacobian(plus_scaled(frame.w, one, edit.w));
  return pull;
}

// B with d (dF g)_row = B : dD for a change dD of the edit's gradient.
template <class Real>
RETAKE_LANES_INLINE LanesMatrix<Real> gradient_derivative(const LanesPull<Real>& pull, int row) {
  const Real half = all_lanes<Real>(0.5f);
  const auto& [g, h, R, J] = pull;
  const int next = (row + 1) % 3, last = (row + 2) % 3;  // row x of -[h]ₓ is (0, h_z, -h_y)
  LanesMatrix<Real> B;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const Real twist = half * (h[last] * J[next][i] - h[next] * J[last][i]);
    const Real shear = half * (R[row][j] * g[k] + R[row][k] * g[j]);
    B[i][i] = R[row][i] * g[i];
    B[k][j] = shear + twist;
    B[j][k] = shear - twist;
  }
  return B;
}

// From the derivative B with respect to the edit's gradient to those with respect to the corners.
template <bool shell, class Real>
RETAKE_LANES_INLINE void corner_derivatives(const LanesShape<Real>& shape,
                                            const LanesMatrix<Real>& B,
                                            LanesVector<Real> (&corners)[4]) {
  for (int axis = 0; axis < 3; ++axis) corners[0][axis] = corners[3][axis] = Real{};
  for (int a = 0; a < (shell ? 2 : 3); ++a) {
    const LanesVector<Real>& gradient = shape.gradient[a];
    for (int axis = 0; axis < 3; ++axis)
      corners[a + 1][axis] =
          B[axis][0] * gradient[0] + B[axis][1] * gradient[1] + B[axis][2] * gradient[2];
    if constexpr (shell) {
      const LanesVector<Real>& normal = shape.gradient[2];
      Real along = Real{};
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) along += gradient[r] * B[r][c] * normal[c];
      corners[a + 1] = plus_scaled(corners[a + 1], -along, normal);
    }
    corners[0] = plus_scaled(corners[0], all_lanes<Real>(-1), corners[a + 1]);
  }
}

}  // namespace retake::RETAKE_ISA
