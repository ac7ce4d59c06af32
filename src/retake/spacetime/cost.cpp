#include "retake/spacetime/cost.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "retake/numerics/errors.h"

namespace retake {

namespace {

using std::numbers::pi;

double damping_of(double lambda, const Damping& damping) {
  return 2 * damping.ratio * std::sqrt(lambda) + damping.mass + damping.stiffness * lambda;
}

// Frames a period: modes with at least so many keep their poles, those with at most so few take a
// double pole e^(-κ).
constexpr double true_period = 5, shortest_period = 3;
// (1 + x) e^(-x) = ½: the answer of a double pole e^(-κ), (1 + κ|n|) e^(-κ|n|), is above half of
// its peak for 2x/κ frames.
constexpr double half_of_double_pole = 1.67834699;

// How much of its own pole a mode keeps, theta = h ω: 1 to 0 with two continuous derivatives.
double kept_of_pole(double theta) {
  const double period = 2 * pi / theta;
  const double x =
      std::clamp((period - shortest_period) / (true_period - shortest_period), 0.0, 1.0);
  return x * x * x * (10 + x * (6 * x - 15));
}

// κ of modes too fast for the frames, per frame: 1, the shortest answer that frames can show,
// beside slower modes, which make the edit last. Where the softest mode is too fast itself, the
// edit lasts for the shortest time that was asked for; the modes then share a pull as before, since
// how far each gives way changes by the same factor.
double rate_of_fast_modes(const VecX& eigenvalues, const CostOptions& options) {
  const double softest = std::max(0.0, eigenvalues.minCoeff());
  const double kept = kept_of_pole(options.timestep * std::sqrt(softest));
  const double frames = options.shortest_edit / options.timestep;
  return kept + (1 - kept) * std::min(1.0, 2 * half_of_double_pole / frames);
}

// Poles e^(-δ' ± iφ); those of modes too fast for the frames are led to e^(-κ).
Vec3 stable_stencil(double lambda, double d, double h, double kappa) {
  const double delta0 = d * h / 2;
  const double theta0_squared = h * h * lambda;
  const double w = kept_of_pole(std::sqrt(theta0_squared));
  const double delta = w * delta0 + (1 - w) * kappa;
  const double phi_squared = w * w * (theta0_squared - delta0 * delta0);
  const double decay = std::exp(-delta);
  double middle = 0, s = 0;  // e^(-δ') cos φ, and the sum of the stencil before scaling
  if (phi_squared >= 0) {
    const double phi = std::sqrt(phi_squared);
    middle = decay * std::cos(phi);
    const double sine = std::sin(phi / 2);
    s = std::expm1(-delta) * std::expm1(-delta) + 4 * decay * sine * sine;
  } else {
    // Two real poles e^(-δ' ± σ), σ <= δ': cosh σ alone would overflow, and δ' - σ cancel.
    const double sigma0 = std::sqrt(delta0 * delta0 - theta0_squared);
    const double slow = w * theta0_squared / (delta0 + sigma0) + (1 - w) * kappa;
    const double fast = delta + w * sigma0;
    middle = (std::exp(-slow) + std::exp(-fast)) / 2;
    s = std::expm1(-slow) * std::expm1(-fast);
  }
  double scale = 1;  // so that the sum is h²λ, as for the differential equation
  if (lambda > 0 && s > 0) {
    scale = theta0_squared / s;
  } else if (delta0 > 0) {
    scale = -2 * delta0 / std::expm1(-2 * delta0);
  }
  return scale * Vec3(decay * decay, -2 * middle, 1);
}

Vec3 stencil_of(double lambda, double kappa, const CostOptions& options) {
  const double h = options.timestep;
  const double d = damping_of(lambda, options.damping);
  switch (options.kind) {
    case CostKind::dynamics:
      return stable_stencil(lambda, d, h, kappa);
    case CostKind::paper_dynamics:
      return {1, -2 - d * h + h * h * lambda, 1 + d * h};
    case CostKind::smooth:
      return {1, -2, 1};
  }
  return Vec3::Zero();
}

// Rigid modes of a cycle would drift for nothing: they are held like a mode ten times slower than
// the cycle. Elastic ones hold themselves.
VecX held_in_cycles(const VecX& eigenvalues, int frame_count, const CostOptions& options) {
  if (options.ends != Ends::loop) return eigenvalues;
  constexpr double told_from_rigid = 1e-6;  // h²λ; of its square, rounding leaves three digits
  const double h = options.timestep;
  const double slow = 0.1 * 2 * pi / (frame_count * h);
  return (eigenvalues.array() > 0)
      .select(eigenvalues, slow * slow)
      .cwiseMax(told_from_rigid / (h * h));
}

// Rows of residuals: every frame of a cycle, else those with both neighbours.
std::pair<int, int> residual_frames(int frame_count, Ends ends) {
  return ends == Ends::loop ? std::pair(0, frame_count) : std::pair(1, frame_count - 1);
}

}  // namespace

Eigen::Matrix3Xd residual_stencils(const VecX& eigenvalues, const CostOptions& options) {
  Eigen::Matrix3Xd stencils(3, eigenvalues.size());
  if (eigenvalues.size() == 0) return stencils;
  const double kappa = rate_of_fast_modes(eigenvalues, options);
  for (Eigen::Index k = 0; k < eigenvalues.size(); ++k) {
    stencils.col(k) = stencil_of(std::max(0.0, eigenvalues[k]), kappa, options);
  }
  return stencils;
}

VecX reach_weights(const VecX& eigenvalues, double reach) {
  VecX weights = VecX::Ones(eigenvalues.size());
  double softest = 0;
  for (Eigen::Index k = 0; k < eigenvalues.size(); ++k) {
    if (eigenvalues[k] <= 0) continue;
    if (softest == 0) softest = eigenvalues[k];
    weights[k] = std::pow(eigenvalues[k] / softest, -reach);
  }
  return weights;
}

double taper_weight(int frame, int frame_count, const CostOptions& options) {
  const auto softened = [](int distance, int length) {
    if (distance >= length) return 1.0;
    const double s = std::sin(pi * distance / (2.0 * length));
    return 1 / std::pow(s, 4);  // of the squared residual; brings the first acceleration to 0.2 %
  };
  double weight = 1;
  if (options.ends != Ends::loop) weight = softened(frame, options.taper_start);
  if (options.ends == Ends::both) {
    weight = std::max(weight, softened(frame_count - 1 - frame, options.taper_end));
  }
  return weight;
}

FrameOrder frame_order(int frame_count, Ends ends) {
  const int least = ends == Ends::start ? 3 : 5;
  if (frame_count < least) {
    throw InputError({.what = "the window has too few frames for its ends",
                      .expected = std::to_string(least) + " or more",
                      .found = std::to_string(frame_count),
                      .advice = "widen the window, or free its end (ends: start)"});
  }
  FrameOrder order;
  order.unknown_of_frame.assign(static_cast<std::size_t>(frame_count), -1);
  if (ends == Ends::loop) {
    order.half_bandwidth = 4;
    for (int u = 0; u < frame_count; ++u) {
      order.frame_of_unknown.push_back(u % 2 == 0 ? u / 2 : frame_count - 1 - u / 2);
    }
  } else {
    const int end = ends == Ends::both ? frame_count - 2 : frame_count;
    for (int frame = 2; frame < end; ++frame) order.frame_of_unknown.push_back(frame);
  }
  for (std::size_t u = 0; u < order.frame_of_unknown.size(); ++u) {
    order.unknown_of_frame[static_cast<std::size_t>(order.frame_of_unknown[u])] =
        static_cast<int>(u);
  }
  return order;
}

BandedSystems cost_hessian(const VecX& eigenvalues, int frame_count, const FrameOrder& order,
                           const CostOptions& options) {
  const VecX lambdas = held_in_cycles(eigenvalues, frame_count, options);
  const Eigen::Matrix3Xd stencils = residual_stencils(lambdas, options);
  const double h = options.timestep;
  const double mu = options.kind == CostKind::smooth ? options.smoothness : 1;
  const VecX factors = reach_weights(eigenvalues, options.reach) * (mu / (h * h * h));

  BandedSystems hessian(static_cast<int>(lambdas.size()),
                        static_cast<int>(order.frame_of_unknown.size()), order.half_bandwidth);
  const auto [begin, end] = residual_frames(frame_count, options.ends);
  for (int i = begin; i < end; ++i) {
    const double weight = taper_weight(i, frame_count, options);
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) {
        const auto frame_a = static_cast<std::size_t>((i - 1 + a + frame_count) % frame_count);
        const auto frame_b = static_cast<std::size_t>((i - 1 + b + frame_count) % frame_count);
        const int row = order.unknown_of_frame[frame_a], column = order.unknown_of_frame[frame_b];
        if (row < 0 || column < 0 || row < column) continue;
        hessian.entry(row, row - column).array() += weight * factors.array() *
                                                    stencils.row(a).transpose().array() *
                                                    stencils.row(b).transpose().array();
      }
    }
  }
  if (options.kind == CostKind::smooth) {  // + h/2 Σ λ z², eq. 10
    const VecX stiffness = h * lambdas.cwiseProduct(reach_weights(eigenvalues, options.reach));
    for (int u = 0; u < hessian.unknown_count(); ++u) hessian.entry(u, 0) += stiffness;
  }
  return hessian;
}

}  // namespace retake
