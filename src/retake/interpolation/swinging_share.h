#pragma once
#include <span>
#include <vector>

#include "retake/interpolation/wiggly_spline.h"

namespace retake {

// How much of each pose shows at a time, if all of it went as a mode does: 1 at the pose and 0 at
// all others, by the wiggly spline between. What the modes leave of a pose goes along like that,
// since modes without it, or it without the modes, is half a shape.
class SwingingShare {
 public:
  // `spans`: from each pose to the next. `passed`: poses that are passed with a given velocity; all
  // shares are level there.
  SwingingShare(std::span<const ModalSpan> spans, std::span<const double> times,
                const std::vector<bool>& passed, const WigglySplineOptions& options);

  double at(std::size_t pose, double time) const;

 private:
  struct Share {
    double begin, end;  // s: 0 outside
    WigglySpline spline;
  };
  std::vector<Share> shares_;  // one a pose
};

}  // namespace retake
