#pragma once
#include "retake/rotation_strain/change_kernel.h"

// The element work of warping batch_lanes frames together: frames are the lanes, so that corners
// are read and written as whole registers and the rest shape is read once for all.
namespace retake {

struct GroupArrays {
  const float* positions;            // [vertex][xyz][frame], world
  const float* edits;                // [vertex][xyz][frame], rest axes
  const float* alignment;            // [9][frame], see FrameArrays
  const WoundElement* const* wound;  // per frame
  const int* wound_count;            // per frame
};

}  // namespace retake

// Adds weight dF ∇N of all elements to `forces`, [row][xyz][frame]; `row_of_vertex` gives a row
// (one to be ignored for vertices that are held).
RETAKE_DECLARE_PER_ISA(void change_group(const ElementArrays&, const GroupArrays&,
                                         int element_count, const int* row_of_vertex,
                                         float* forces))
