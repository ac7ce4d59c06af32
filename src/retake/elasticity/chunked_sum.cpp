#include "retake/elasticity/chunked_sum.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace retake {

namespace {

// Turns counts, counts[i + 1] for item i, into the begin of each item.
void accumulate_counts(std::vector<int>& counts) {
  std::partial_sum(counts.begin(), counts.end(), counts.begin());
}

}  // namespace

ChunkedSum make_chunked_sum(std::vector<ChunkedPart> parts, int chunks, int destinations) {
  std::sort(parts.begin(), parts.end(), [](const ChunkedPart& a, const ChunkedPart& b) {
    return std::tie(a.chunk, a.destination, a.start) < std::tie(b.chunk, b.destination, b.start);
  });
  ChunkedSum sum;
  sum.chunk_begin.assign(static_cast<std::size_t>(chunks) + 1, 0);
  sum.destination_begin.assign(static_cast<std::size_t>(destinations) + 1, 0);
  std::vector<int> destination_of_slot;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool new_slot = i == 0 || parts[i].chunk != parts[i - 1].chunk ||
                          parts[i].destination != parts[i - 1].destination;
    if (new_slot) {
      sum.slot_begin.push_back(static_cast<int>(i));
      destination_of_slot.push_back(parts[i].destination);
      ++sum.chunk_begin[static_cast<std::size_t>(parts[i].chunk) + 1];
      ++sum.destination_begin[static_cast<std::size_t>(parts[i].destination) + 1];
    }
    sum.part.push_back(parts[i].start);
  }
  sum.slot_begin.push_back(static_cast<int>(parts.size()));
  accumulate_counts(sum.chunk_begin);
  accumulate_counts(sum.destination_begin);
  std::vector<int> next(sum.destination_begin.begin(), sum.destination_begin.end() - 1);
  sum.slot.resize(destination_of_slot.size());
  for (std::size_t slot = 0; slot < destination_of_slot.size(); ++slot) {
    int& place = next[static_cast<std::size_t>(destination_of_slot[slot])];
    sum.slot[static_cast<std::size_t>(place++)] = static_cast<int>(slot);
  }
  return sum;
}

}  // namespace retake
