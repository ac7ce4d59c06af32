#pragma once
#include <algorithm>
#include <string_view>
#include <vector>

#include "retake/numerics/parallel_for.h"
#include "retake/numerics/progress.h"

namespace retake {

// What find(first, last) finds in frames [first, last), for all frames, in their order. Several
// chunks of frames run at a time; the chunks are the same for any number of threads.
template <class Found, class Find>
std::vector<Found> gather_over_frames(int frame_count, std::string_view name, Progress& progress,
                                      const Find& find) {
  constexpr int chunk_frames = 8, chunks_between_reports = 8;
  const int chunks = (frame_count + chunk_frames - 1) / chunk_frames;
  std::vector<Found> all;
  for (int begin = 0; begin < chunks; begin += chunks_between_reports) {
    progress.update(name, static_cast<double>(begin) / chunks);
    const int count = std::min(chunks_between_reports, chunks - begin);
    std::vector<std::vector<Found>> found(static_cast<std::size_t>(count));
    parallel_for(count, [&](std::ptrdiff_t c) {
      const int first = (begin + static_cast<int>(c)) * chunk_frames;
      found[static_cast<std::size_t>(c)] = find(first, std::min(frame_count, first + chunk_frames));
    });
    for (const std::vector<Found>& part : found) all.insert(all.end(), part.begin(), part.end());
  }
  progress.update(name, 1);
  return all;
}

}  // namespace retake
