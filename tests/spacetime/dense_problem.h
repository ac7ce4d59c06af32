#pragma once
#include <array>
#include <random>
#include <string>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "retake/spacetime/conditioning.h"
#include "retake/spacetime/cost.h"

// The whole problem as one dense system, and the costs that tests go through.
namespace retake {

// H of all modes as one dense matrix over (mode, frame), built from the residuals themselves: rows
// of R are residuals, those of D their second differences, H = Rᵀ W R + Rᵀ Dᵀ T D R (+ h λ for the
// smooth cost). Fixed frames are left out by `free`.
struct DenseProblem {
  MatX H;                 // over all modes x frames, mode-major
  std::vector<int> free;  // unknowns that the ends leave free
};

inline DenseProblem dense_problem(const Spectrum& spectrum, int T, const CostOptions& options) {
  const VecX& lambdas = spectrum.eigenvalues;
  const int r = static_cast<int>(lambdas.size());
  DenseProblem problem{MatX::Zero(r * T, r * T), {}};
  const Eigen::Matrix3Xd a = residual_stencils(lambdas, options);
  const VecX reach = reach_weights(spectrum, options.reach);
  const VecX smoothing = force_smoothing(lambdas, options);
  const double h = options.timestep;
  const bool loop = options.ends == Ends::loop;
  const double mu = options.kind == CostKind::smooth ? options.smoothness : 1;
  for (int k = 0; k < r; ++k) {
    const auto residual = [&](int i) {
      VecX row = VecX::Zero(r * T);
      if (!loop && (i < 1 || i > T - 2)) return row;
      for (int j = 0; j < 3; ++j) row[k * T + (i - 1 + j + T) % T] += a(j, k);
      return row;
    };
    const double factor = reach[k] * mu / (h * h * h);
    for (int i = loop ? 0 : 1; i < (loop ? T : T - 1); ++i) {
      const VecX row = residual(i);
      problem.H += taper_weight(i, T, options) * factor * row * row.transpose();
    }
    const auto [first, last] = smoothed_frames(T, options);
    for (int i = first; i < last; ++i) {
      const VecX change = residual(i - 1) - 2 * residual(i) + residual(i + 1);
      problem.H += smoothing[k] * factor * change * change.transpose();
    }
    for (int t = 0; t < T; ++t) {
      if (options.kind == CostKind::smooth)
        problem.H(k * T + t, k * T + t) += h * lambdas[k] * reach[k];
      const bool held_start = !loop && t < 2;
      const bool held_end = options.ends == Ends::both && t >= T - 2;
      if (!held_start && !held_end) problem.free.push_back(k * T + t);
    }
  }
  return problem;
}

// The KKT system [H Cᵀ; C -Σ] [z; μ] = [0; d] with the fixed unknowns taken out, every row and
// column scaled to unit size, in extended precision: fast modes cost some 1e12 times as much as
// slow ones.
inline MatX dense_answer(const DenseProblem& problem, const std::vector<WishRow>& rows,
                         const VecX& d, int r, int T) {
  using Extended = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  const auto n = static_cast<Eigen::Index>(problem.free.size());
  const auto c = static_cast<Eigen::Index>(rows.size());
  Extended kkt = Extended::Zero(n + c, n + c);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      kkt(i, j) = problem.H(problem.free[static_cast<std::size_t>(i)],
                            problem.free[static_cast<std::size_t>(j)]);
    }
  }
  for (Eigen::Index w = 0; w < c; ++w) {
    const WishRow& row = rows[static_cast<std::size_t>(w)];
    for (const WishRow::Term& term : row.terms) {
      for (Eigen::Index i = 0; i < n; ++i) {
        const int unknown = problem.free[static_cast<std::size_t>(i)];
        if (unknown % T != term.frame) continue;
        kkt(n + w, i) += term.coefficients[unknown / T];
        kkt(i, n + w) += term.coefficients[unknown / T];
      }
    }
    kkt(n + w, n + w) = -row.softness;
  }
  Eigen::Matrix<long double, Eigen::Dynamic, 1> scale(n + c), right(n + c);
  scale.head(n) = kkt.diagonal().head(n).cwiseSqrt().cwiseInverse();
  for (Eigen::Index w = 0; w < c; ++w)
    scale[n + w] = 1 / kkt.row(n + w).head(n).transpose().cwiseProduct(scale.head(n)).norm();
  right << Eigen::Matrix<long double, Eigen::Dynamic, 1>::Zero(n), d.cast<long double>();
  const Extended scaled = scale.asDiagonal() * kkt * scale.asDiagonal();
  const VecX solution =
      scale.cwiseProduct(scaled.partialPivLu().solve(scale.cwiseProduct(right))).cast<double>();
  MatX z = MatX::Zero(r, T);
  for (Eigen::Index i = 0; i < n; ++i) {
    const int unknown = problem.free[static_cast<std::size_t>(i)];
    z(unknown / T, unknown % T) = solution[i];
  }
  return z;
}

inline VecX random_vector(int size, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  return VecX::NullaryExpr(size, [&] { return uniform(generator); });
}

inline VecX sample_lambdas() {
  VecX lambdas(6);
  lambdas << 0, 3, 40, 900, 9e3, 4e4;  // rigid, slow, and faster than 24 fps can show
  return lambdas;
}

struct CostCase {
  CostKind kind;
  Ends ends;
  double reach = 0;
  int taper = 0;
};

inline std::string name_of_case(const testing::TestParamInfo<CostCase>& tested) {
  const std::array kinds = {"Dynamics", "Paper", "Smooth"};
  const std::array ends = {"Both", "Start", "Loop"};
  return std::string(kinds[static_cast<std::size_t>(tested.param.kind)]) +
         ends[static_cast<std::size_t>(tested.param.ends)] +
         (tested.param.taper > 0 ? "Tapered" : "");
}

class EveryCost : public testing::TestWithParam<CostCase> {
 protected:
  CostOptions options() const {
    CostOptions options{.kind = GetParam().kind, .ends = GetParam().ends};
    options.timestep = options.kind == CostKind::paper_dynamics ? 1.0 / 240 : 1.0 / 24;
    options.damping = {.ratio = 0.1, .mass = 0.2, .stiffness = 1e-5};
    options.reach = GetParam().reach;
    options.taper_start = options.taper_end = GetParam().taper;
    return options;
  }
};

// Where modes meet, double precision cannot tell slow ones beside what smooth forces of fast ones
// cost.
inline CostOptions with_sudden_forces(CostOptions options) {
  options.shortest_edit = 0;
  return options;
}

// Rigid modes of a cycle are held by another rule: they stay out here.
inline VecX lambdas_for(Ends ends) {
  return ends == Ends::loop ? VecX(sample_lambdas().tail(5)) : sample_lambdas();
}

}  // namespace retake
