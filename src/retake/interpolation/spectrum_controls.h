#pragma once
#include <optional>
#include <vector>

#include "retake/interpolation/oscillator_adjustment.h"
#include "retake/numerics/linear_types.h"

// How lively each part of the spectrum is (Huang 2011, section 3 and fig. 5): curves over the modes
// that scale their frequencies and set their damping.
namespace retake {

// A smooth curve through points, without overshoot (Fritsch and Carlson 1980) but where a point has
// a slope of its own; level outside, and never beyond -1 to 1.
class SpectrumCurve {
 public:
  struct Point {
    double place = 0;  // 0: the softest mode, 1: the stiffest kept, by the logarithm of frequency
    double value = 0;  // -1 to 1
    std::optional<double> slope = {};  // of the curve there, value per place; none: as it suits
  };

  SpectrumCurve(double level) : points_{{0, level}} {}  // NOLINT: a number is a level curve
  // Throws InputError for no points, places that do not rise, values beyond -1 to 1, or slopes
  // that are no numbers.
  explicit SpectrumCurve(std::vector<Point> points);

  double at(double place) const;
  const std::vector<Point>& points() const { return points_; }

 private:
  std::vector<Point> points_;  // places rise
  std::vector<double> slopes_;
};

// D = αK K + αM M.
struct RayleighDamping {
  double stiffness = 0;  // αK, s
  double mass = 0;       // αM, 1/s
};

// What a span between two poses may have of its own, in place of that of all.
struct SpanCurves {
  SpectrumCurve frequency = 0.0, damping = -0.7;
};

struct SpectrumControls {
  // η: λ² becomes λ² exp(η / (1 - |η|)). -1: the mode loses its spring, 1: it hardly moves.
  SpectrumCurve frequency = 0.0;
  // μ: α = λ (μ + 1)/2, a damping ratio from none (-1) to critical (1). (The paper prints sqrt(λ),
  // which would not be a rate.)
  SpectrumCurve damping = -0.7;
  std::optional<RayleighDamping> rayleigh;  // in place of `damping`
  double stiffness = 1;                     // factor of the whole body's

  // The same body with these curves; Rayleigh damping stays in place of one of them.
  SpectrumControls with(const SpanCurves& curves) const;
};

// How the weights γ of eq. 15 change over the spectrum: each is 100^curve times what it is.
struct AdjustmentCurves {
  SpectrumCurve velocity = 0.0, frequency = 0.0, decay = 0.0;

  AdjustmentWeights at(double place, AdjustmentWeights weights) const;
};

// One oscillator per mode. Eigenvalues in rad²/s², ascending.
std::vector<Oscillator> controlled_oscillators(const VecX& eigenvalues,
                                               const SpectrumControls& controls = {});

// Where a mode stands on the curves.
double spectrum_place(const VecX& eigenvalues, std::ptrdiff_t mode);

}  // namespace retake
