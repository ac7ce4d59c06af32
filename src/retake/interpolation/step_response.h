#pragma once
#include <Eigen/Core>

#include "retake/interpolation/oscillator.h"

namespace retake {

// A mode at rest whose rest point goes from 0 to 1: p̈ + 2α ṗ + λ² p = λ² r(t), with r = 3s² - 2s³
// of s = t / travel, and 1 from then on. Position and velocity (p, ṗ)(time); travel > 0, s.
//
// A stiff mode goes along, a soft one sets out late, swings past 1 and settles there, and one
// without a spring stays.
Eigen::Vector2d step_response(const Oscillator& mode, double travel, double time);

}  // namespace retake
