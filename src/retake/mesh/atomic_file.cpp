#include "retake/mesh/atomic_file.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "retake/numerics/errors.h"

namespace retake {
namespace {

// Beside the target, so that rename() stays on one file system; unique in and among processes.
std::filesystem::path temporary_beside(const std::filesystem::path& target) {
  static std::atomic<int> counter = 0;
  std::string name = ".";
  name += target.filename().string();
  name += ".part";
  name += std::to_string(::getpid());
  name += '-';
  name += std::to_string(counter++);
  return target.parent_path() / name;
}

// A link is written through, not replaced.
std::filesystem::path resolve_link(const std::filesystem::path& target) {
  std::error_code none;
  if (!std::filesystem::is_symlink(target, none)) return target;
  const auto real = std::filesystem::weakly_canonical(target, none);
  return none ? target : real;
}

void sync_folder_of(const std::filesystem::path& file) {
  const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;  // some file systems refuse it; the file itself is safe
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

AtomicFile::AtomicFile(const std::filesystem::path& target) : target_(resolve_link(target)) {
  struct stat old = {};
  const bool exists = ::stat(target_.c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) fail(EISDIR);
  if (exists && !S_ISREG(old.st_mode)) {
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(errno);
    return;
  }
  temporary_ = temporary_beside(target_);
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    const int error = errno;
    temporary_.clear();
    fail(error);
  }
  if (exists) ::fchmod(descriptor_, old.st_mode & 07777);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void AtomicFile::rewrite(std::uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    offset += static_cast<std::uint64_t>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void AtomicFile::commit() {
  if (!temporary_.empty() && ::fsync(descriptor_) != 0) fail(errno);
  const int closed = ::close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) fail(errno);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
  sync_folder_of(target_);
}

void AtomicFile::fail(int error) const {
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  std::string advice = full ? "Nothing was changed; make room and try again" : "";
  if (error == ENOENT) {
    advice = "Make the folder first: mkdir -p " + target_.parent_path().string();
  }
  throw FileError({.what = std::string("cannot write the file: ") + std::strerror(error),
                   .where = target_.string(),
                   .advice = advice});
}

void write_file(const std::filesystem::path& target, std::string_view bytes) {
  AtomicFile file(target);
  file.write(bytes);
  file.commit();
}

}  // namespace retake
