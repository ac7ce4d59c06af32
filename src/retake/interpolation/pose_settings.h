#pragma once
#include "retake/interpolation/oscillator_adjustment.h"
#include "retake/interpolation/spectrum_controls.h"

namespace retake {

// What a mode does between the poses.
enum class BetweenPoses {
  wiggly,  // least control force through all of them (Kass and Anderson 2008)
  swing,   // a free swing from the first to the last, led to those in between (eqs. 12-15, 19, 20)
};

// What a mode swings about.
enum class SettlesAt {
  poses,  // the way between them: it sets out, swings past the next pose and settles there
  rest,   // the rest shape, as in the papers: where poses are far from it, it swings far past them
};

// How a shape follows from the amplitudes of modes.
enum class PoseShapes {
  rotation_strain,  // Huang 2011
  linear,           // r + W z: for comparison, as is the next
  modal_warping,    // Choi and Ko 2005
};

// How the centre of mass of a free body goes from pose to pose.
enum class CentrePath {
  linear,
  spline,     // natural cubic
  ballistic,  // falls: a parabola between any two poses
};

// How a body goes from pose to pose.
struct PoseSettings {
  BetweenPoses between = BetweenPoses::wiggly;
  SettlesAt settles_at = SettlesAt::poses;
  PoseShapes shapes = PoseShapes::rotation_strain;
  SpectrumControls spectrum;
  bool adjust = true;  // `swing`: frequency and damping by eq. 15
  AdjustmentWeights adjustment;
  AdjustmentCurves adjustment_curves;
  // `swing`, β: swings about (1-β) first + β last (section 4.3); if 0 and settling at rest, about
  // the rest shape.
  double rest_shift = 0;
  bool loop = false;  // `wiggly`: the last pose leads on to the first
  CentrePath centre = CentrePath::spline;
  Vec3 gravity = {0, -9.81, 0};  // m/s², for CentrePath::ballistic

  // Throws InputError that names the value which makes no sense.
  void validate() const;
};

}  // namespace retake
