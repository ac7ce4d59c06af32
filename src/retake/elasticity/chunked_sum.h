#pragma once
#include <cstdint>
#include <vector>

namespace retake {

// How many numbers that lie in the buffers of chunks are summed into destinations, in two stages:
// first, while the chunk's buffer is still in cache, its parts of each destination into one slot;
// then, when all chunks are done, the slots of each destination. Both in a fixed order and each
// sum on its own, so that chunks and destinations can go to any thread.
struct ChunkedSum {
  std::vector<int> chunk_begin;        // per chunk: its first slot; one more at the end
  std::vector<int> slot_begin;         // per slot: its first part; one more at the end
  std::vector<std::uint32_t> part;     // where it starts in the chunk's buffer
  std::vector<int> destination_begin;  // per destination: its first entry in `slot`; one more
  std::vector<int> slot;

  int chunk_count() const { return static_cast<int>(chunk_begin.size()) - 1; }
  int slot_count() const { return static_cast<int>(slot_begin.size()) - 1; }
  int destination_count() const { return static_cast<int>(destination_begin.size()) - 1; }
};

struct ChunkedPart {
  int chunk;
  int destination;
  std::uint32_t start;  // in the chunk's buffer
};

ChunkedSum make_chunked_sum(std::vector<ChunkedPart> parts, int chunks, int destinations);

}  // namespace retake
