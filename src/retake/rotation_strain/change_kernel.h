#pragma once
#include "retake/numerics/isa.h"

// The element work of warping one frame: positions and edit in, what each element asks of its
// corners out. Plain arrays, batch_lanes elements side by side: [batch][component][lane].
namespace retake {

// Of its rest volume: an element that a frame has smaller, or inside out, is lost already, and no
// edit is held back for its sake.
inline constexpr float lost_stretch = 0.02f;

// An element whose rotation vector is not the short one: it has turned past π.
struct WoundElement {
  int place = 0;  // in ElementGeometry's order; ascending within a frame
  float vector[3] = {};
};

// ElementGeometry for kernels.
struct ElementArrays {
  const int* vertices;
  const float* gradients;
  const float* weights;
  bool shell;
};

struct FrameArrays {
  const float* positions;  // world, xyz of vertex after vertex
  const float* edit;       // rest axes, the same order; null: only the frame is looked at
  float alignment[9];      // row by row: from world axes to those of the rest shape
  const WoundElement* wound;
  int wound_count;
  // F, R (row by row) and w of the frame's elements, where they are known already:
  // [batch][number][lane], beginning with batch 0.
  const float* states = nullptr;
};
inline constexpr int numbers_per_state = 21;

// Arrays begin with the first batch that the kernel is called for. Null: not wanted.
struct ChangeOutputs {
  // [batch][corner][xyz][lane]: weight dF ∇N
  float* forces = nullptr;
  // For the point whose Green's function has the weighted gradients g: [batch][xyz][lane].
  const float* point_gradients = nullptr;
  // Or of a point beside contacts, whose every row r has such gradients for every component c of
  // dF g, of which it is the sum: [batch][r][c][xyz][lane].
  const float* row_gradients = nullptr;
  float* point_change = nullptr;      // [row][lane]: sum of dF g over the batches
  float* least_stretch = nullptr;     // [lane]: least that the edit leaves of an element's stretch
  float* point_derivative = nullptr;  // [batch][corner][row][xyz][lane]: d (dF g)_row / d edit
};

struct DecompositionOutputs {
  float* rotation_vectors = nullptr;  // [batch][xyz][lane]: log of R, π at most
  float* farthest = nullptr;          // [lane]: largest |F - I|² over the batches
  float* states = nullptr;            // [batch][number][lane]: see FrameArrays, with windings
};

}  // namespace retake

// For batches [begin, end).
RETAKE_DECLARE_PER_ISA(void change_elements(const ElementArrays&, const FrameArrays&,
                                            const ChangeOutputs&, int begin, int end))
RETAKE_DECLARE_PER_ISA(void decompose_elements(const ElementArrays&, const FrameArrays&,
                                               const DecompositionOutputs&, int begin, int end))
