#pragma once
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace retake {

// A file that appears whole or not at all. What is written goes to a temporary file beside the
// target; commit() brings it to the disk and renames it over the target. Without commit() the
// destructor removes the temporary, and an old file of the same name stays as it was. A target that
// is no regular file (/dev/stdout) is written directly. Every member throws FileError.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& target);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);

  // Replaces bytes that are already written: for a header whose counts are known at the end.
  void rewrite(std::uint64_t offset, std::string_view bytes);

  void commit();

 private:
  [[noreturn]] void fail(int error) const;

  std::filesystem::path target_;
  std::filesystem::path temporary_;  // empty when the target is written directly
  int descriptor_ = -1;
};

void write_file(const std::filesystem::path& target, std::string_view bytes);

}  // namespace retake
