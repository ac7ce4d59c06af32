#pragma once
#include "retake/interpolation/oscillator.h"

namespace retake {

// What ½ ż² costs a mode that settles at its knots at one between a short span and a long one, in
// 1/s; lengths in s. Coming fast through the short one it would fly far past the poses of the long
// one. 4/T and 4/T' is what the two spans ask of ½ ż² without a spring; with this it is as slow as
// between two long ones. A spring holds a mode back after about a swing, so longer spans count as
// that. Even spans: nothing.
double price_of_unevenness(const Oscillator& mode, double before, double after);

}  // namespace retake
