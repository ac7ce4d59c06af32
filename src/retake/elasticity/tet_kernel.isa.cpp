#include "retake/elasticity/tet_kernel.h"

#include "retake/elasticity/tet_laws.h"
#include "retake/numerics/lanes_svd.h"

// Per tet: singular values (about 300 flops and 20 roots and quotients per sweep of Jacobi, three
// to four sweeps), the law (50), force (60), stiffness (900): 4 blocks follow from the other 6,
// since the shape functions sum to one. 112 bytes read, 728 written.
namespace retake::RETAKE_ISA {

namespace {

using Real = Doubles;
using Vector = LanesVector<Real>;
using Matrix = LanesMatrix<Real>;
constexpr int lanes = lanes_of<Real>;

// Register `component` of a batch's array, at the lane that the pointer stands on.
RETAKE_LANES_INLINE Real component_of(const double* array, int component) {
  return load<Real>(array + component * batch_lanes);
}

// One register's worth of tets.
struct Tets {
  Vector gradient[3];  // of the shape functions of vertices 1, 2, 3
  Real volume, mu, lambda;
  Matrix F;  // deformation gradient
};

RETAKE_LANES_INLINE Matrix deformation_gradient(const Vector (&gradient)[3], const int* vertices,
                                                const double* positions) {
  double corner[4][3][lanes];
  for (int a = 0; a < 4; ++a)
    for (int i = 0; i < lanes; ++i)
      for (int axis = 0; axis < 3; ++axis)
        corner[a][axis][i] = positions[3 * vertices[a * batch_lanes + i] + axis];
  Matrix F;
  for (int row = 0; row < 3; ++row) {
    const Real origin = load<Real>(corner[0][row]);
    for (int c = 0; c < 3; ++c) F[row][c] = all_lanes<Real>(0);
    for (int a = 0; a < 3; ++a) {
      const Real edge = load<Real>(corner[a + 1][row]) - origin;
      for (int c = 0; c < 3; ++c) F[row][c] += edge * gradient[a][c];
    }
  }
  return F;
}

RETAKE_LANES_INLINE Tets tets_at(const TetElements& elements, const double* positions, long first) {
  const long batch = first / batch_lanes, lane = first % batch_lanes;
  Tets tets;
  const double* gradients = elements.gradients + batch * 9 * batch_lanes + lane;
  for (int a = 0; a < 3; ++a)
    for (int axis = 0; axis < 3; ++axis)
      tets.gradient[a][axis] = component_of(gradients, 3 * a + axis);
  tets.volume = load<Real>(elements.volume + first);
  tets.mu = load<Real>(elements.mu + first);
  tets.lambda = load<Real>(elements.lambda + first);
  const int* vertices = elements.vertices + batch * 4 * batch_lanes + lane;
  tets.F = deformation_gradient(tets.gradient, vertices, positions);
  return tets;
}

// Whether the Hessian in the singular values has a negative eigenvalue in some lane (by Sylvester's
// leading minors).
RETAKE_LANES_INLINE bool some_are_indefinite(const Matrix& A) {
  const Real minor = A[0][0] * A[1][1] - A[0][1] * A[0][1];
  const Real determinant = minor * A[2][2] + 2 * A[0][1] * A[0][2] * A[1][2] -
                           A[0][0] * A[1][2] * A[1][2] - A[1][1] * A[0][2] * A[0][2];
  return any_greater(Real{}, smaller(A[0][0], smaller(minor, determinant)));
}

// Eigenvalues below zero become zero. The result is whole in its upper triangle.
RETAKE_LANES_INLINE Matrix without_negative_eigenvalues(const Matrix& A) {
  const LanesEigen<Real> eigen = diagonalize(A);
  Matrix projected;
  for (int r = 0; r < 3; ++r) {
    for (int c = r; c < 3; ++c) {
      projected[r][c] = all_lanes<Real>(0);
      for (int k = 0; k < 3; ++k)
        projected[r][c] += larger(eigen.A[k][k], Real{}) * eigen.V[r][k] * eigen.V[c][k];
    }
  }
  return projected;
}

void make_positive(LawResponse<Real>& law) {
  for (int k = 0; k < 3; ++k) {
    law.flip[k] = larger(law.flip[k], Real{});
    law.twist[k] = larger(law.twist[k], Real{});
  }
  if (some_are_indefinite(law.hessian)) law.hessian = without_negative_eigenvalues(law.hessian);
}

// U M Uᵀ
RETAKE_LANES_INLINE Matrix turned(const Matrix& U, const Matrix& M) {
  return product_transposed(product(U, M), U);
}

// The block of two vertices, not yet turned by U: in the axes of U and V the 9x9 Hessian
// couples (i,i) with (j,j) by hessian_ij, and (i,j) with itself and (j,i) by the mean and half the
// difference of flip and twist. `g` and `h` are the shape gradients of row and column in V's axes.
RETAKE_LANES_INLINE Matrix block_of(const LawResponse<Real>& law, const Vector& g,
                                    const Vector& h) {
  Matrix M;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const Real own_ij = 0.5 * (law.flip[k] + law.twist[k]);
    const Real own_ik = 0.5 * (law.flip[j] + law.twist[j]);
    const Real crossed = 0.5 * (law.flip[k] - law.twist[k]);
    const Real coupled = law.hessian[i < j ? i : j][i < j ? j : i];
    M[i][i] = law.hessian[i][i] * g[i] * h[i] + own_ij * g[j] * h[j] + own_ik * g[k] * h[k];
    M[i][j] = coupled * g[i] * h[j] + crossed * g[j] * h[i];
    M[j][i] = coupled * g[j] * h[i] + crossed * g[i] * h[j];
  }
  return M;
}

RETAKE_LANES_INLINE void store_block(double* to, const Matrix& K, bool on_diagonal) {
  int number = 0;
  for (int c = 0; c < 3; ++c)
    for (int r = on_diagonal ? c : 0; r < 3; ++r) store(to + batch_lanes * number++, K[r][c]);
}

// Rows of vertices 1 to 3 directly, column 0 and the corner from the sums that must vanish.
RETAKE_LANES_INLINE void store_stiffness(double* to, const Matrix& U, const LawResponse<Real>& law,
                                         const Vector (&g)[3]) {
  const auto put = [&](int row, int column, const Matrix& K) {
    store_block(to + batch_lanes * tet_block_offset(row, column), K, row == column);
  };
  Matrix sum_of_row[4] = {};
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b <= a; ++b) {
      const Matrix K = turned(U, block_of(law, g[a], g[b]));
      put(a + 1, b + 1, K);
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) {
          sum_of_row[a + 1][r][c] -= K[r][c];
          if (a != b) sum_of_row[b + 1][r][c] -= K[c][r];
        }
      }
    }
  }
  for (int a = 1; a < 4; ++a) {
    put(a, 0, sum_of_row[a]);
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) sum_of_row[0][r][c] -= sum_of_row[a][c][r];
  }
  put(0, 0, sum_of_row[0]);
}

RETAKE_LANES_INLINE void store_forces(double* to, const Matrix& U, const Vector& stress,
                                      const Vector (&g)[3]) {
  Vector first = {};
  for (int a = 0; a < 3; ++a) {
    const Vector in_axes = {stress[0] * g[a][0], stress[1] * g[a][1], stress[2] * g[a][2]};
    for (int axis = 0; axis < 3; ++axis) {
      const Real force =
          -(U[axis][0] * in_axes[0] + U[axis][1] * in_axes[1] + U[axis][2] * in_axes[2]);
      first[axis] -= force;
      store(to + batch_lanes * (3 * (a + 1) + axis), force);
    }
  }
  for (int axis = 0; axis < 3; ++axis) store(to + batch_lanes * axis, first[axis]);
}

// Everything per rest volume becomes that of the whole tet.
RETAKE_LANES_INLINE void integrate(LawResponse<Real>& law, Real volume) {
  law.energy *= volume;
  for (int i = 0; i < 3; ++i) {
    law.stress[i] *= volume;
    law.flip[i] *= volume;
    law.twist[i] *= volume;
    for (int j = i; j < 3; ++j) law.hessian[i][j] *= volume;
  }
}

template <class Law>
RETAKE_LANES_INLINE void respond(const TetElements& elements, const double* positions,
                                 const TetOutputs& outputs, int begin, int end) {
  for (long first = long(begin) * batch_lanes; first < long(end) * batch_lanes; first += lanes) {
    const long batch = first / batch_lanes - begin, lane = first % batch_lanes;
    const Tets tets = tets_at(elements, positions, first);
    const LanesSvd<Real> svd = singular_values(tets.F);
    LawResponse<Real> law = Law::respond(svd.sigma, tets.mu, tets.lambda);
    integrate(law, tets.volume);
    store(outputs.energy + batch * batch_lanes + lane, law.energy);
    if (outputs.forces == nullptr) continue;
    Vector g[3];
    for (int a = 0; a < 3; ++a) g[a] = transposed_product(svd.V, tets.gradient[a]);
    store_forces(outputs.forces + batch * tet_force_size * batch_lanes + lane, svd.U, law.stress,
                 g);
    if (outputs.stiffness == nullptr) continue;
    if (outputs.positive) make_positive(law);
    store_stiffness(outputs.stiffness + batch * tet_stiffness_size * batch_lanes + lane, svd.U, law,
                    g);
  }
}

}  // namespace

void respond_stvk(const TetElements& elements, const double* positions, const TetOutputs& outputs,
                  int begin, int end) {
  respond<StvkLaw>(elements, positions, outputs, begin, end);
}

void respond_corotated(const TetElements& elements, const double* positions,
                       const TetOutputs& outputs, int begin, int end) {
  respond<CorotatedLaw>(elements, positions, outputs, begin, end);
}

void respond_neo_hookean(const TetElements& elements, const double* positions,
                         const TetOutputs& outputs, int begin, int end) {
  respond<NeoHookeanLaw>(elements, positions, outputs, begin, end);
}

}  // namespace retake::RETAKE_ISA
