#pragma once
#include "retake/numerics/lanes_matrix.h"

// Elastic laws as functions of the singular values s of F (per rest volume). With F = U diag(s) Vᵀ,
// the gradient is P = U diag(dψ/ds) Vᵀ, and in the axes of U and V the 9x9 Hessian splits into the
// 3x3 Hessian of ψ(s) and, for each pair of axes (i, j), a symmetric part with eigenvalue
// `flip` = (ψ_i − ψ_j)/(s_i − s_j) and a skew part with `twist` = (ψ_i + ψ_j)/(s_i + s_j) (Smith,
// de Goes & Kim 2019, "Analytic eigensystems for isotropic distortion energies"). Each law gives
// the quotients in closed form, so that nothing cancels where s_i = s_j.
namespace retake::RETAKE_ISA {

template <class Real>
struct LawResponse {
  Real energy;                // J/m³
  LanesVector<Real> stress;   // dψ/ds, Pa
  LanesMatrix<Real> hessian;  // d²ψ/ds²; entries on and above the diagonal
  LanesVector<Real> flip;     // entry k belongs to the pair of the other two axes
  LanesVector<Real> twist;
};

// ψ = μ Σ e² + λ/2 (Σ e)², e = (s² − 1)/2: St. Venant–Kirchhoff. Quotients with
// m = the mean of p_i = 2μ e_i + λ Σ e over the pair: m + μ (s_i ± s_j)²/2.
struct StvkLaw {
  template <class Real>
  static RETAKE_LANES_INLINE LawResponse<Real> respond(const LanesVector<Real>& s, Real mu,
                                                       Real lambda) {
    using Scalar = ScalarOf<Real>;
    LawResponse<Real> law;
    LanesVector<Real> e, p;
    for (int i = 0; i < 3; ++i) e[i] = Scalar(0.5) * (s[i] - 1) * (s[i] + 1);
    const Real trace = e[0] + e[1] + e[2];
    for (int i = 0; i < 3; ++i) p[i] = 2 * mu * e[i] + lambda * trace;
    law.energy = mu * dot(e, e) + Scalar(0.5) * lambda * trace * trace;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      law.stress[i] = s[i] * p[i];
      for (int c = i; c < 3; ++c) law.hessian[i][c] = lambda * s[i] * s[c];
      law.hessian[i][i] += p[i] + 2 * mu * s[i] * s[i];
      const Real mean = Scalar(0.5) * (p[j] + p[k]), half_mu = Scalar(0.5) * mu;
      law.flip[i] = mean + half_mu * (s[j] + s[k]) * (s[j] + s[k]);
      law.twist[i] = mean + half_mu * (s[j] - s[k]) * (s[j] - s[k]);
    }
    return law;
  }
};

// ψ = μ Σ (s − 1)² + λ/2 (Σ s − 3)²: corotated linear elasticity. It has a kink where
// s_i + s_j = 0 (a flat tet seen from its thin side); the sum is kept away from zero there.
struct CorotatedLaw {
  template <class Real>
  static RETAKE_LANES_INLINE LawResponse<Real> respond(const LanesVector<Real>& s, Real mu,
                                                       Real lambda) {
    using Scalar = ScalarOf<Real>;
    LawResponse<Real> law;
    const LanesVector<Real> d = {s[0] - 1, s[1] - 1, s[2] - 1};
    const Real trace = d[0] + d[1] + d[2];
    law.energy = mu * dot(d, d) + Scalar(0.5) * lambda * trace * trace;
    const Real turning = 2 * (lambda * trace - 2 * mu);
    const Real smallest = all_lanes<Real>(Scalar(1e-6));
    for (int i = 0; i < 3; ++i) {
      law.stress[i] = 2 * mu * d[i] + lambda * trace;
      for (int c = i; c < 3; ++c) law.hessian[i][c] = lambda;
      law.hessian[i][i] += 2 * mu;
      law.flip[i] = 2 * mu;
      law.twist[i] = 2 * mu + turning / larger(s[(i + 1) % 3] + s[(i + 2) % 3], smallest);
    }
    return law;
  }
};

// Stable neo-Hookean of Smith, de Goes & Kim 2018, eq. 14:
//   ψ = m/2 (I − 3) + l/2 (J − α)² − m/2 log(I + 1),  I = Σ s², J = s_0 s_1 s_2,
// less its value at rest, with m = 4/3 μ, l = λ + 5/6 μ and α = 1 + 3m/(4l), which make the rest
// shape stress-free and small strains those of linear elasticity with μ and λ.
struct NeoHookeanLaw {
  template <class Real>
  static RETAKE_LANES_INLINE LawResponse<Real> respond(const LanesVector<Real>& s, Real mu,
                                                       Real lambda) {
    using Scalar = ScalarOf<Real>;
    LawResponse<Real> law;
    const Real m = Scalar(4.0 / 3) * mu, l = lambda + Scalar(5.0 / 6) * mu;
    const Real alpha_less_one = Scalar(0.75) * m / (l > 0 ? l : all_lanes<Real>(1));
    const Real I = dot(s, s), J = s[0] * s[1] * s[2];
    const Real over = ScalarOf<Real>(1) / (I + 1);
    const Real stretch = m * (1 - over), bend = 2 * m * over * over;
    const Real excess = (J - 1) - alpha_less_one, pressure = l * excess;
    law.energy = Scalar(0.5) * (m * (I - 3) - m * natural_logarithm(Scalar(0.25) * (I + 1)) +
                                l * (J - 1) * ((J - 1) - 2 * alpha_less_one));
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      const Real cofactor = s[j] * s[k];
      law.stress[i] = stretch * s[i] + pressure * cofactor;
      law.hessian[i][i] = stretch + bend * s[i] * s[i] + l * cofactor * cofactor;
      law.hessian[i < j ? i : j][i < j ? j : i] =
          bend * s[i] * s[j] + l * cofactor * s[k] * s[i] + pressure * s[k];
      law.flip[i] = stretch - pressure * s[i];
      law.twist[i] = stretch + pressure * s[i];
    }
    return law;
  }
};

}  // namespace retake::RETAKE_ISA
