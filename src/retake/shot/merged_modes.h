#pragma once
#include <vector>

#include "retake/modes/modes.h"

namespace retake {

// The softest `count` modes of bodies that stand beside each other, from those of each: a mode
// moves one body and leaves the others where they are. Rigid ones: those of the first body first.
Modes merged(const std::vector<Modes>& bodies, int count);

}  // namespace retake
