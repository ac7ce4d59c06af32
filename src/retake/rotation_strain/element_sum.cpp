#include "retake/rotation_strain/element_sum.h"

#include <algorithm>

#include "retake/numerics/isa.h"

namespace retake {

ElementSum::ElementSum(const ElementGeometry& geometry, int vertex_count)
    : batches_(geometry.batches()) {
  constexpr int elements_per_chunk = batches_per_chunk_of_change * batch_lanes;
  std::vector<ChunkedPart> parts;
  for (int place = 0; place < geometry.element_count; ++place) {
    const int batch = place / batch_lanes, lane = place % batch_lanes;
    for (int corner = 0; corner < (geometry.shell ? 3 : 4); ++corner) {
      const int vertex =
          geometry.vertices[static_cast<std::size_t>((4 * batch + corner) * batch_lanes + lane)];
      const int start = (batch % batches_per_chunk_of_change * 4 + corner) * batch_lanes + lane;
      parts.push_back({place / elements_per_chunk, vertex, static_cast<std::uint32_t>(start)});
    }
  }
  const int chunks = (geometry.element_count + elements_per_chunk - 1) / elements_per_chunk;
  sum_ = make_chunked_sum(std::move(parts), chunks, vertex_count);
}

int ElementSum::end_batch(int chunk) const {
  return std::min(batches_, (chunk + 1) * batches_per_chunk_of_change);
}

void ElementSum::add_chunk(int chunk, const float* corners, int numbers, float* slots) const {
  const auto c = static_cast<std::size_t>(chunk);
  for (int slot = sum_.chunk_begin[c]; slot < sum_.chunk_begin[c + 1]; ++slot) {
    const auto s = static_cast<std::size_t>(slot);
    float* to = slots + static_cast<std::ptrdiff_t>(slot) * numbers;
    std::fill_n(to, numbers, 0.0f);
    for (int i = sum_.slot_begin[s]; i < sum_.slot_begin[s + 1]; ++i) {
      const std::uint32_t part = sum_.part[static_cast<std::size_t>(i)];
      const float* from = corners +
                          static_cast<std::size_t>(part / batch_lanes) * batch_lanes *
                              static_cast<std::size_t>(numbers) +
                          part % batch_lanes;
      for (int k = 0; k < numbers; ++k) to[k] += from[k * batch_lanes];
    }
  }
}

void ElementSum::add_vertex(int vertex, const float* slots, int numbers, float* sum) const {
  const auto v = static_cast<std::size_t>(vertex);
  std::fill_n(sum, numbers, 0.0f);
  for (int i = sum_.destination_begin[v]; i < sum_.destination_begin[v + 1]; ++i) {
    const float* from =
        slots + static_cast<std::ptrdiff_t>(sum_.slot[static_cast<std::size_t>(i)]) * numbers;
    for (int k = 0; k < numbers; ++k) sum[k] += from[k];
  }
}

}  // namespace retake
