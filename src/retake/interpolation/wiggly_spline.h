#pragma once
#include <optional>
#include <span>
#include <vector>

#include "retake/interpolation/oscillator.h"
#include "retake/numerics/linear_types.h"

// Least control force through given positions (Kass and Anderson 2008): of all z(t) with
// z(t_i) = z_i the one with the least ½ ∫ (z̈ + 2α ż + λ² z)² dt.
//
// It is conditioning (a motion that costs ½ xᵀ H x, made to meet wishes), in the one form in which
// the compliance A = H⁻¹ needs no grid of frames: a mode driven by white noise is a Markov process,
// and over a time Δ its state x = (z, ż) becomes Φx plus noise of covariance
//
//   W(Δ) = ∫ (h, ḣ)ᵀ (h, ḣ) dt,   h the answer to a blow.
//
// So the cost of a whole motion is that of its states at the knots, ½ Σ |x_{i+1} - Φ x_i|² in the
// norm of W⁻¹; the positions there are given, and the velocities solve one tridiagonal system. In
// between, the motion is the mean of the bridge from knot to knot. Knots k, times t: O(k) to make,
// O(1) to ask.
//
// Such a mode swings about 0. Where its spring's rest point r(t) goes from knot to knot instead,
// the force is z̈ + 2α ż + λ² (z - r); on a span, z less the knot it begins with has the knot's
// state (0, v), and Φx gains the step to the next knot times the answer to a moving rest point
// (step_response.h). All else stays.
//
// Φ and W are of a span alone, so each span may have an oscillator of its own: the sum over spans,
// and with it the tridiagonal system, is the same.
namespace retake {

// A position (and, where given, a velocity) that the mode shall have at a time.
struct ModalKnot {
  double time = 0;  // s
  double position = 0;
  std::optional<double> velocity = {};
};

// From a knot to the next.
struct ModalSpan {
  Oscillator mode;
  // Both knots have one position, and the mode stays about it: that is where its spring is at rest.
  bool held = false;
};

// Where the spring of a mode is at rest.
enum class SpringRest {
  at_zero,   // Kass and Anderson 2008
  at_knots,  // goes from each knot to the next, and waits there for the rest of the span
};

struct WigglySplineOptions {
  SpringRest rest = SpringRest::at_zero;
  double travel = 0.4;  // `at_knots`: for which share of a span it goes, above 0, at most 1
  // The last knot is the first one again, with the same velocity, given at either.
  bool loop = false;
  // What ½ ż² costs at the first knot and at the last: without it, a mode near a singular phase
  // (sin ωT = 0) may start as fast as it likes, since nobody pays for it. In 1/s, as 4α would be
  // for a mode that noise has driven for ever.
  double first_velocity = 0, last_velocity = 0;
};

class WigglySpline {
 public:
  // Knots with times that rise. Two at least.
  WigglySpline(const Oscillator& mode, std::span<const ModalKnot> knots,
               const WigglySplineOptions& options = {});
  // The same with a span from each knot to the next.
  WigglySpline(std::span<const ModalSpan> spans, std::span<const ModalKnot> knots,
               const WigglySplineOptions& options = {});

  // After the last knot the mode swings freely; before the first it waits.
  double position(double time) const;
  double velocity(double time) const;
  Eigen::Vector2d state(double time) const;  // both
  // ½ ∫ force², over all spans.
  double cost() const { return cost_; }

 private:
  struct Span {
    Oscillator mode;
    double start, length;     // s
    double rest, step;        // the rest point goes from `rest` to `rest` + `step`
    Eigen::Vector2d from;     // state at its start, less `rest`
    Eigen::Vector2d costate;  // W⁻¹ (to - Φ from - what the step does)
  };

  double travel_;  // share of a span
  std::vector<Span> spans_;
  Eigen::Vector2d last_;  // state at the last knot, less the rest point there
  double last_rest_ = 0;
  double end_ = 0;  // time of the last knot
  double cost_ = 0;
};

// W(Δ): covariance of (z, ż) after the time Δ at rest under white noise of unit strength.
Eigen::Matrix2d driven_covariance(const Oscillator& mode, double time);

}  // namespace retake
