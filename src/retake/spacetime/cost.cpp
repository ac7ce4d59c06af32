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
// double pole e^-1, the shortest answer that frames can show.
constexpr double true_period = 5, shortest_period = 3;
// The answer of f + τ⁴ f'''' to an impulse, e^-x (cos x + sin x) with x = |t|/(√2 τ), is above half
// of its peak for so many τ.
constexpr double width_of_smoothing = 2.86655756;

// How much of its own pole a mode keeps, theta = h ω: 1 to 0 with two continuous derivatives.
double kept_of_pole(double theta) {
  const double period = 2 * pi / theta;
  const double x =
      std::clamp((period - shortest_period) / (true_period - shortest_period), 0.0, 1.0);
  return x * x * x * (10 + x * (6 * x - 15));
}

// Poles e^(-δ' ± iφ); those of modes too fast for the frames are led to e^-1.
Vec3 stable_stencil(double lambda, double d, double h) {
  const double delta0 = d * h / 2;
  const double theta0_squared = h * h * lambda;
  const double w = kept_of_pole(std::sqrt(theta0_squared));
  const double delta = w * delta0 + (1 - w);
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
    const double slow = w * theta0_squared / (delta0 + sigma0) + (1 - w);
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

Vec3 stencil_of(double lambda, const CostOptions& options) {
  const double h = options.timestep;
  const double d = damping_of(lambda, options.damping);
  switch (options.kind) {
    case CostKind::dynamics:
      return stable_stencil(lambda, d, h);
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

bool smooths_force(const CostOptions& options) {
  return options.kind == CostKind::dynamics && options.shortest_edit > 0;
}

// Its second difference in time, of a stencil on 2w + 1 frames: 2w + 3 x modes.
Eigen::MatrixXd second_difference(const Eigen::MatrixXd& stencil) {
  Eigen::MatrixXd difference = Eigen::MatrixXd::Zero(stencil.rows() + 2, stencil.cols());
  for (int a = 0; const double factor : {1, -2, 1})
    difference.middleRows(a++, stencil.rows()) += factor * stencil;
  return difference;
}

// Where squares of stencils are added to H.
struct Squares {
  BandedSystems& hessian;
  const FrameOrder& order;
  int frame_count;
  bool is_loop;

  // factors (per mode) × the square of a stencil (2w + 1 x modes) about a frame.
  void add(int frame, const Eigen::MatrixXd& stencil, const VecX& factors) {
    const auto count = static_cast<int>(stencil.rows());
    const auto unknown = [&](int a) {
      const int at = frame - count / 2 + a;
      if (!is_loop && (at < 0 || at >= frame_count)) return -1;
      return order.unknown_of_frame[static_cast<std::size_t>((at + frame_count) % frame_count)];
    };
    for (int a = 0; a < count; ++a) {
      for (int b = 0; b < count; ++b) {
        const int row = unknown(a), column = unknown(b);
        if (row < 0 || column < 0 || row < column) continue;
        hessian.entry(row, row - column).array() += factors.array() *
                                                    stencil.row(a).transpose().array() *
                                                    stencil.row(b).transpose().array();
      }
    }
  }
};

}  // namespace

Eigen::Matrix3Xd residual_stencils(const VecX& eigenvalues, const CostOptions& options) {
  Eigen::Matrix3Xd stencils(3, eigenvalues.size());
  if (eigenvalues.size() == 0) return stencils;
  for (Eigen::Index k = 0; k < eigenvalues.size(); ++k) {
    stencils.col(k) = stencil_of(std::max(0.0, eigenvalues[k]), options);
  }
  return stencils;
}

std::pair<int, int> smoothed_frames(int frame_count, const CostOptions& options) {
  const auto [begin, end] = residual_frames(frame_count, options.ends);
  if (options.ends == Ends::loop) return {begin, end};
  return {options.taper_start > 0 ? begin - 1 : begin + 1,
          options.taper_end > 0 ? end + 1 : end - 1};
}

VecX force_smoothing(const VecX& eigenvalues, const CostOptions& options) {
  if (!smooths_force(options)) return VecX::Zero(eigenvalues.size());
  const double tau = options.shortest_edit / width_of_smoothing;
  const Eigen::ArrayXd x = (eigenvalues.array().max(0) * (tau * tau)).square();
  return std::pow(tau / options.timestep, 4) * x / (1 + x);
}

VecX reach_weights(const Spectrum& spectrum, double reach) {
  const VecX& eigenvalues = spectrum.eigenvalues;
  VecX weights = VecX::Ones(eigenvalues.size());
  double softest = 0;
  for (Eigen::Index k = 0; k < eigenvalues.size(); ++k) {
    if (eigenvalues[k] <= 0) continue;
    const double width =
        spectrum.wave_numbers.size() > 0 ? hand_size * spectrum.wave_numbers[k] : 0;
    const double effective = eigenvalues[k] / (1 + width * width);
    if (softest == 0) softest = effective;
    weights[k] = std::pow(effective / softest, -reach);
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

FrameOrder frame_order(int frame_count, const CostOptions& options) {
  const int least = options.ends == Ends::start ? 3 : 5;
  if (frame_count < least) {
    throw InputError({.what = "the window has too few frames for its ends",
                      .expected = std::to_string(least) + " or more",
                      .found = std::to_string(frame_count),
                      .advice = "widen the window, or free its end (ends: start)"});
  }
  FrameOrder order;
  order.unknown_of_frame.assign(static_cast<std::size_t>(frame_count), -1);
  order.half_bandwidth = smooths_force(options) ? 4 : 2;
  if (options.ends == Ends::loop) {
    order.half_bandwidth *= 2;
    for (int u = 0; u < frame_count; ++u) {
      order.frame_of_unknown.push_back(u % 2 == 0 ? u / 2 : frame_count - 1 - u / 2);
    }
  } else {
    const int end = options.ends == Ends::both ? frame_count - 2 : frame_count;
    for (int frame = 2; frame < end; ++frame) order.frame_of_unknown.push_back(frame);
  }
  for (std::size_t u = 0; u < order.frame_of_unknown.size(); ++u) {
    order.unknown_of_frame[static_cast<std::size_t>(order.frame_of_unknown[u])] =
        static_cast<int>(u);
  }
  return order;
}

BandedSystems cost_hessian(const Spectrum& spectrum, int frame_count, const FrameOrder& order,
                           const CostOptions& options) {
  const VecX lambdas = held_in_cycles(spectrum.eigenvalues, frame_count, options);
  const Eigen::MatrixXd force = residual_stencils(lambdas, options);
  const Eigen::MatrixXd change = second_difference(force);
  const double h = options.timestep;
  const double mu = options.kind == CostKind::smooth ? options.smoothness : 1;
  const VecX factors = reach_weights(spectrum, options.reach) * (mu / (h * h * h));
  const VecX smoothing = factors.cwiseProduct(force_smoothing(lambdas, options));

  BandedSystems hessian(static_cast<int>(lambdas.size()),
                        static_cast<int>(order.frame_of_unknown.size()), order.half_bandwidth);
  Squares squares{hessian, order, frame_count, options.ends == Ends::loop};
  const auto [begin, end] = residual_frames(frame_count, options.ends);
  for (int i = begin; i < end; ++i) {
    squares.add(i, force, taper_weight(i, frame_count, options) * factors);
  }
  if (smooths_force(options)) {
    const auto [first, last] = smoothed_frames(frame_count, options);
    for (int i = first; i < last; ++i) squares.add(i, change, smoothing);
  }
  if (options.kind == CostKind::smooth) {  // + h/2 Σ λ z², eq. 10
    const VecX stiffness = h * lambdas.cwiseProduct(reach_weights(spectrum, options.reach));
    for (int u = 0; u < hessian.unknown_count(); ++u) hessian.entry(u, 0) += stiffness;
  }
  return hessian;
}

}  // namespace retake
