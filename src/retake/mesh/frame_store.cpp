#include "retake/mesh/frame_store.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "retake/numerics/errors.h"

namespace retake {

namespace {

// Mapped at once: many frames, since a process may hold only so many mappings.
constexpr std::size_t wanted_piece = 64u << 20;  // bytes

std::size_t whole_pages(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

std::size_t bytes_of(Eigen::Index points) { return 12 * static_cast<std::size_t>(points); }

}  // namespace

std::shared_ptr<FrameStore> FrameStore::open(const std::filesystem::path& folder, int most_points,
                                             std::size_t bytes_in_memory) {
  return std::shared_ptr<FrameStore>(new FrameStore(folder, most_points, bytes_in_memory));
}

FrameStore::FrameStore(const std::filesystem::path& folder, int most_points,
                       std::size_t bytes_in_memory)
    : folder_(folder),
      bytes_in_memory_(bytes_in_memory),
      slot_bytes_(std::max<std::size_t>(1, bytes_of(most_points))),
      slots_in_piece_(std::max<std::size_t>(1, wanted_piece / slot_bytes_)),
      piece_bytes_(whole_pages(slots_in_piece_ * slot_bytes_)) {
  std::string name = (folder / ".retake-framesXXXXXX").string();
  descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail(errno);
  ::unlink(name.c_str());
}

FrameStore::~FrameStore() {
  for (char* piece : pieces_) ::munmap(piece, piece_bytes_);
  ::close(descriptor_);
}

std::size_t FrameStore::free_slot() {
  if (!free_slots_.empty()) {
    const std::size_t slot = free_slots_.back();
    free_slots_.pop_back();
    return slot;
  }
  if (used_slots_ == pieces_.size() * slots_in_piece_) {
    const auto begin = static_cast<off_t>(pieces_.size() * piece_bytes_);
    if (::ftruncate(descriptor_, begin + static_cast<off_t>(piece_bytes_)) != 0) fail(errno);
    void* piece = ::mmap(nullptr, piece_bytes_, PROT_READ, MAP_SHARED, descriptor_, begin);
    if (piece == MAP_FAILED) fail(errno);
    pieces_.push_back(static_cast<char*>(piece));
  }
  return used_slots_++;
}

std::shared_ptr<const FrameStore::Frame> FrameStore::put(const Eigen::Matrix3Xf& frame) {
  const std::size_t bytes = bytes_of(frame.cols());
  if (bytes > slot_bytes_) {
    throw InputError({.what = "a frame with more points than its motion",
                      .expected = std::to_string(slot_bytes_ / 12) + " or fewer",
                      .found = std::to_string(frame.cols())});
  }
  const std::unique_lock lock(mutex_);
  const std::size_t slot = free_slot();
  const std::size_t piece = slot / slots_in_piece_;
  const std::size_t begin = slot % slots_in_piece_ * slot_bytes_;
  const auto* data = reinterpret_cast<const float*>(pieces_[piece] + begin);
  const auto* from = reinterpret_cast<const char*>(frame.data());
  // Written, not copied into the mapping: a full disk is then an error, and no signal.
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t written = ::pwrite(descriptor_, from + done, bytes - done,
                                     static_cast<off_t>(piece * piece_bytes_ + begin + done));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int error = errno;
      free_slots_.push_back(slot);
      fail(error);
    }
    done += static_cast<std::size_t>(written);
  }
  return std::make_shared<const Frame>(shared_from_this(), slot, data, frame.cols());
}

void FrameStore::take_back(std::size_t slot) {
  const std::unique_lock lock(mutex_);
  free_slots_.push_back(slot);
}

// Pages of a shared mapping may be given back at any moment, also while somebody reads them: they
// come again from the file.
void FrameStore::look_at(Eigen::Index points) {
  const std::size_t bytes = bytes_of(points);
  if (looked_at_.fetch_add(bytes, std::memory_order_relaxed) + bytes < bytes_in_memory_) return;
  looked_at_.store(0, std::memory_order_relaxed);
  const std::unique_lock lock(mutex_);
  for (char* piece : pieces_) ::madvise(piece, piece_bytes_, MADV_DONTNEED);
}

void FrameStore::fail(int error) const {
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  throw FileError(
      {.what = std::string("cannot keep the frames of a long motion: ") + std::strerror(error),
       .where = folder_.string(),
       .advice = full ? "Make room there, or name another folder (RETAKE_CACHE)"
                      : "Name another folder (RETAKE_CACHE)"});
}

}  // namespace retake
