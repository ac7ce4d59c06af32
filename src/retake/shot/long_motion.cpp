#include "retake/shot/long_motion.h"

#include "retake/modes/mode_cache.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

// An evaluation holds the source and what each layer makes of it; four layers fit into a gigabyte.
constexpr std::uint64_t most_in_memory = 256u << 20;  // bytes of one motion

fs::path store_folder() {
  const fs::path folder = default_cache_folder();
  std::error_code failed;
  fs::create_directories(folder, failed);
  return folder.empty() || failed ? fs::temp_directory_path() : folder;
}

}  // namespace

FrameList list_for(int point_count, int frame_count) {
  const auto bytes = std::uint64_t{12} * static_cast<std::uint64_t>(point_count) *
                     static_cast<std::uint64_t>(frame_count);
  FrameList list(bytes > most_in_memory ? FrameStore::open(store_folder(), point_count) : nullptr);
  list.reserve(static_cast<std::size_t>(frame_count));
  return list;
}

}  // namespace retake
