#include "retake/mesh/random_access_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "retake/numerics/errors.h"

namespace retake {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& reason) {
  throw FileError({.what = "cannot read the file: " + reason, .where = path.string()});
}

}  // namespace

RandomAccessFile::RandomAccessFile(const std::filesystem::path& path) : path_(path) {
  // O_NONBLOCK: opening a pipe must not wait for somebody to write to it.
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor_ < 0) fail(path, std::strerror(errno));
  struct stat status = {};
  if (::fstat(descriptor_, &status) != 0) {
    const int error = errno;
    ::close(descriptor_);
    fail(path, std::strerror(error));
  }
  if (!S_ISREG(status.st_mode)) {
    ::close(descriptor_);
    throw InputError({.what = "not a regular file",
                      .where = path.string(),
                      .expected = "a file",
                      .found = S_ISDIR(status.st_mode) ? "a folder" : "a pipe or device"});
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
}

RandomAccessFile::~RandomAccessFile() { ::close(descriptor_); }

void RandomAccessFile::read(std::uint64_t offset, void* destination, std::size_t bytes) const {
  auto* to = static_cast<char*>(destination);
  while (bytes > 0) {
    const ssize_t got = ::pread(descriptor_, to, bytes, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(path_, std::strerror(errno));
    if (got == 0) fail(path_, "it has become shorter while it was read");
    to += got;
    offset += static_cast<std::uint64_t>(got);
    bytes -= static_cast<std::size_t>(got);
  }
}

}  // namespace retake
