#include "retake/modes/cache_folder.h"

#include <algorithm>
#include <system_error>
#include <vector>

namespace retake {

namespace fs = std::filesystem;

namespace {

struct StoredFile {
  fs::path path;
  fs::file_time_type written;
  std::uintmax_t bytes = 0;
};

}  // namespace

void remove_oldest(const fs::path& folder, std::string_view ending, const fs::path& newest,
                   std::uintmax_t most_bytes) {
  std::vector<StoredFile> files;
  std::uintmax_t total = 0;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().extension() != ending) continue;
    std::error_code gone;
    StoredFile file{entry.path(), entry.last_write_time(gone), entry.file_size(gone)};
    if (gone) continue;
    total += file.bytes;
    if (file.path != newest) files.push_back(file);
  }
  std::sort(files.begin(), files.end(),
            [](const StoredFile& a, const StoredFile& b) { return a.written < b.written; });
  for (const StoredFile& file : files) {
    if (total <= most_bytes) return;
    if (fs::remove(file.path, ignored)) total -= file.bytes;
  }
}

}  // namespace retake
