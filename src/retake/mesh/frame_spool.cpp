#include "retake/mesh/frame_spool.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include "retake/numerics/errors.h"

namespace retake {

FrameSpool::FrameSpool(const std::filesystem::path& neighbour, int point_count)
    : neighbour_(neighbour), point_count_(point_count) {
  std::string name = (neighbour.parent_path() / ".retake-framesXXXXXX").string();
  descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail(errno);
  ::unlink(name.c_str());
}

FrameSpool::~FrameSpool() { ::close(descriptor_); }

void FrameSpool::append(const Eigen::Matrix3Xf& frame) {
  const auto* bytes = reinterpret_cast<const char*>(frame.data());
  for (std::size_t left = sizeof(float) * static_cast<std::size_t>(frame.size()); left > 0;) {
    const ssize_t written = ::write(descriptor_, bytes, left);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes += written;
    left -= static_cast<std::size_t>(written);
  }
  ++frame_count_;
}

Eigen::MatrixXf FrameSpool::rows(int first, int count) const {
  Eigen::MatrixXf block(3 * count, frame_count_);
  for (int t = 0; t < frame_count_; ++t) {
    auto* to = reinterpret_cast<char*>(block.col(t).data());
    off_t from = 12 * (static_cast<off_t>(t) * point_count_ + first);
    for (std::size_t left = 12 * static_cast<std::size_t>(count); left > 0;) {
      const ssize_t got = ::pread(descriptor_, to, left, from);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) fail(got < 0 ? errno : EIO);
      to += got;
      from += got;
      left -= static_cast<std::size_t>(got);
    }
  }
  return block;
}

void FrameSpool::fail(int error) const {
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  throw FileError(
      {.what = std::string("cannot keep frames beside the file: ") + std::strerror(error),
       .where = neighbour_.string(),
       .advice = full ? "Nothing was changed; make room and try again" : ""});
}

}  // namespace retake
