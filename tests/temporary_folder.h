#pragma once
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace retake {

// An empty folder that goes away with its contents.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "retake-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  // Files that a thread still renames or removes meanwhile are no reason to fail.
  ~TemporaryFolder() {
    std::error_code trouble;
    for (int attempt = 0; attempt < 100 && std::filesystem::exists(path_, trouble); ++attempt) {
      std::filesystem::remove_all(path_, trouble);
    }
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const std::filesystem::path& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

  std::filesystem::path put(const std::filesystem::path& name, const std::string& bytes) const {
    std::filesystem::remove(path_ / name);  // ext4 flushes a file that is cut and written again
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

}  // namespace retake
