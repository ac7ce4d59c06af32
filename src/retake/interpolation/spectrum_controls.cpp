#include "retake/interpolation/spectrum_controls.h"

#include <algorithm>
#include <cmath>

#include "retake/numerics/errors.h"

namespace retake {
namespace {

void check(const std::vector<SpectrumCurve::Point>& points) {
  if (points.empty()) throw InputError({.what = "a curve over the spectrum has no points"});
  for (std::size_t k = 0; k < points.size(); ++k) {
    const auto& [place, value, slope] = points[k];
    const std::string where = "point " + std::to_string(k) + " of a curve over the spectrum";
    if (!(value >= -1 && value <= 1))
      throw InputError({.what = "a value out of range",
                        .where = where,
                        .expected = "-1 to 1",
                        .found = std::to_string(value)});
    if (slope && !std::isfinite(*slope))
      throw InputError({.what = "a slope that is no number", .where = where});
    if (!std::isfinite(place) || (k > 0 && place <= points[k - 1].place))
      throw InputError({.what = "places must rise from point to point", .where = where});
  }
}

// Those that are given; else of Fritsch and Carlson's kind: 0 at a turn, the weighted harmonic mean
// elsewhere.
std::vector<double> slopes_of(const std::vector<SpectrumCurve::Point>& points) {
  std::vector<double> slopes(points.size(), 0);
  const auto secant = [&](std::size_t k) {
    return (points[k + 1].value - points[k].value) / (points[k + 1].place - points[k].place);
  };
  for (std::size_t k = 1; k + 1 < points.size(); ++k) {
    const double before = secant(k - 1), after = secant(k);
    if (before * after > 0) slopes[k] = 2 * before * after / (before + after);
  }
  for (std::size_t k = 0; k < points.size(); ++k) slopes[k] = points[k].slope.value_or(slopes[k]);
  return slopes;
}

// η / (1 - |η|), with ±1 as far away as matters.
double stretched(double eta) { return eta / std::max(1 - std::abs(eta), 0.02); }

}  // namespace

SpectrumCurve::SpectrumCurve(std::vector<Point> points) : points_(std::move(points)) {
  check(points_);
  slopes_ = slopes_of(points_);
}

double SpectrumCurve::at(double place) const {
  if (place <= points_.front().place) return points_.front().value;
  if (place >= points_.back().place) return points_.back().value;
  const auto next = std::ranges::upper_bound(points_, place, {}, &Point::place);
  const auto k = static_cast<std::size_t>(next - points_.begin()) - 1;
  const double width = points_[k + 1].place - points_[k].place;
  const double s = (place - points_[k].place) / width, r = 1 - s;
  const double value = (1 + 2 * s) * r * r * points_[k].value + s * r * r * width * slopes_[k] +
                       (1 + 2 * r) * s * s * points_[k + 1].value -
                       r * s * s * width * slopes_[k + 1];
  return std::clamp(value, -1.0, 1.0);
}

AdjustmentWeights AdjustmentCurves::at(double place, AdjustmentWeights weights) const {
  weights.velocity *= std::pow(100, velocity.at(place));
  weights.frequency *= std::pow(100, frequency.at(place));
  weights.decay *= std::pow(100, decay.at(place));
  return weights;
}

SpectrumControls SpectrumControls::with(const SpanCurves& curves) const {
  SpectrumControls controls = *this;
  controls.frequency = curves.frequency;
  controls.damping = curves.damping;
  return controls;
}

double spectrum_place(const VecX& eigenvalues, std::ptrdiff_t mode) {
  const double first = eigenvalues[0], last = eigenvalues[eigenvalues.size() - 1];
  if (!(first > 0) || !(last > first)) return 0;
  return std::log(eigenvalues[mode] / first) / std::log(last / first);
}

std::vector<Oscillator> controlled_oscillators(const VecX& eigenvalues,
                                               const SpectrumControls& controls) {
  std::vector<Oscillator> modes;
  for (std::ptrdiff_t k = 0; k < eigenvalues.size(); ++k) {
    const double place = spectrum_place(eigenvalues, k);
    const double natural = std::sqrt(std::max(0.0, eigenvalues[k] * controls.stiffness));
    const double frequency = natural * std::exp(0.5 * stretched(controls.frequency.at(place)));
    const double decay =
        controls.rayleigh
            ? 0.5 * (controls.rayleigh->stiffness * frequency * frequency + controls.rayleigh->mass)
            : 0.5 * frequency * (controls.damping.at(place) + 1);
    modes.push_back({frequency, decay});
  }
  return modes;
}

}  // namespace retake
