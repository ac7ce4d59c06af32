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

template <int numbers>
void ElementSum::add_chunk(int chunk, const float* corners, float* slots) const {
  const auto c = static_cast<std::size_t>(chunk);
  for (int slot = sum_.chunk_begin[c]; slot < sum_.chunk_begin[c + 1]; ++slot) {
    const auto s = static_cast<std::size_t>(slot);
    float sum[numbers] = {};
    for (int i = sum_.slot_begin[s]; i < sum_.slot_begin[s + 1]; ++i) {
      const std::uint32_t part = sum_.part[static_cast<std::size_t>(i)];
      const float* from =
          corners + part / batch_lanes * (batch_lanes * numbers) + part % batch_lanes;
      for (int k = 0; k < numbers; ++k) sum[k] += from[k * batch_lanes];
    }
    std::copy_n(sum, numbers, slots + static_cast<std::ptrdiff_t>(slot) * numbers);
  }
}

template <int numbers>
void ElementSum::add_vertex(int vertex, const float* slots, float* sum) const {
  const auto v = static_cast<std::size_t>(vertex);
  float total[numbers] = {};
  for (int i = sum_.destination_begin[v]; i < sum_.destination_begin[v + 1]; ++i) {
    const float* from =
        slots + static_cast<std::ptrdiff_t>(sum_.slot[static_cast<std::size_t>(i)]) * numbers;
    for (int k = 0; k < numbers; ++k) total[k] += from[k];
  }
  std::copy_n(total, numbers, sum);
}

template void ElementSum::add_chunk<3>(int, const float*, float*) const;
template void ElementSum::add_chunk<9>(int, const float*, float*) const;
template void ElementSum::add_vertex<3>(int, const float*, float*) const;
template void ElementSum::add_vertex<9>(int, const float*, float*) const;

}  // namespace retake
