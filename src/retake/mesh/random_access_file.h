#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace retake {

// A regular file that is read piece by piece. Folders, pipes and devices are refused (InputError);
// what the system refuses is a FileError.
class RandomAccessFile {
 public:
  explicit RandomAccessFile(const std::filesystem::path& path);
  ~RandomAccessFile();
  RandomAccessFile(const RandomAccessFile&) = delete;
  RandomAccessFile& operator=(const RandomAccessFile&) = delete;

  std::uint64_t size() const { return size_; }

  // May be called from several threads. Throws FileError when the file has become shorter.
  void read(std::uint64_t offset, void* destination, std::size_t bytes) const;

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace retake
