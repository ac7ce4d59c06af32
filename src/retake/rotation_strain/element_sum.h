#pragma once
#include <vector>

#include "retake/elasticity/chunked_sum.h"
#include "retake/rotation_strain/element_geometry.h"

namespace retake {

// Elements per chunk, 32 batches: what the kernel leaves per corner (24 KB, with derivatives 72)
// stays in the nearest caches until it is summed.
inline constexpr int batches_per_chunk_of_change = 32;

// Sums numbers that elements leave at their corners, [batch][corner][number][lane], into vertices.
// Chunks and vertices can go to any thread; every sum has a fixed order.
class ElementSum {
 public:
  ElementSum(const ElementGeometry& geometry, int vertex_count);

  int chunk_count() const { return sum_.chunk_count(); }
  int slot_count() const { return sum_.slot_count(); }
  int first_batch(int chunk) const { return chunk * batches_per_chunk_of_change; }
  int end_batch(int chunk) const;

  // First stage, for one chunk: slots are [slot][numbers]. For 3 and 9 numbers.
  template <int numbers>
  void add_chunk(int chunk, const float* corners, float* slots) const;
  // Second stage: the sum at one vertex, `numbers` of them.
  template <int numbers>
  void add_vertex(int vertex, const float* slots, float* sum) const;

 private:
  int batches_;
  ChunkedSum sum_;  // parts: ((batch in chunk) * 4 + corner) * batch_lanes + lane
};

}  // namespace retake
