#pragma once
#include <cstddef>

#include "retake/shot/edit.h"

namespace retake {

// Roughly how many bytes the edit takes: what grows with bodies, regions and poses is counted.
std::size_t memory_of(const Edit& edit);

}  // namespace retake
