#pragma once
#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <vector>

#include "retake/numerics/linear_types.h"

namespace retake {

using FrameView = Eigen::Map<const Eigen::Matrix3Xf>;  // 3 x n, somewhere in memory

// Frames that lie in a file without a name, which vanishes with the object or with the process.
// They are read where the system maps them: of all that is looked at, little more than
// `bytes_in_memory` stays in this process' memory. All members may be called from several threads.
class FrameStore : public std::enable_shared_from_this<FrameStore> {
 public:
  // The file lies in `folder`. No frame will have more points. Throws FileError.
  static std::shared_ptr<FrameStore> open(const std::filesystem::path& folder, int most_points,
                                          std::size_t bytes_in_memory = 256u << 20);
  ~FrameStore();
  FrameStore(const FrameStore&) = delete;
  FrameStore& operator=(const FrameStore&) = delete;

  // A frame in the file. Its room is used again when nobody holds it any more.
  class Frame {
   public:
    Frame(std::shared_ptr<FrameStore> store, std::size_t slot, const float* data,
          Eigen::Index points)
        : store_(std::move(store)), slot_(slot), data_(data), points_(points) {}
    ~Frame() { store_->take_back(slot_); }
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;

    Eigen::Index points() const { return points_; }
    // Stays where it is as long as the frame is held.
    FrameView view() const {
      store_->look_at(points_);
      return {data_, 3, points_};
    }

   private:
    std::shared_ptr<FrameStore> store_;
    std::size_t slot_;
    const float* data_;
    Eigen::Index points_;
  };

  // Throws FileError where the disk has no room, InputError for more points than were announced.
  std::shared_ptr<const Frame> put(const Eigen::Matrix3Xf& frame);

 private:
  FrameStore(const std::filesystem::path& folder, int most_points, std::size_t bytes_in_memory);
  std::size_t free_slot();
  void take_back(std::size_t slot);
  void look_at(Eigen::Index points);
  [[noreturn]] void fail(int error) const;

  std::filesystem::path folder_;
  int descriptor_ = -1;
  std::size_t bytes_in_memory_, slot_bytes_, slots_in_piece_, piece_bytes_;
  std::mutex mutex_;  // of the pieces and the slots
  std::vector<char*> pieces_;
  std::vector<std::size_t> free_slots_;
  std::size_t used_slots_ = 0;
  std::atomic<std::size_t> looked_at_ = 0;  // bytes since the last time that memory was given back
};

}  // namespace retake
