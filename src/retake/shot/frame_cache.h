#pragma once
#include <memory>
#include <vector>

#include "retake/mesh/motion.h"
#include "retake/shot/layer.h"

namespace retake {

// Frames of a motion that are known so far. Who holds the whole of it keeps what he got: what
// changes later changes in a copy.
class FrameCache {
 public:
  FrameCache() = default;
  // Frames lie in the store (null: in memory).
  FrameCache(int frame_count, double fps, double start_frame, std::shared_ptr<FrameStore> store);

  bool has(int frame) const { return known_[static_cast<std::size_t>(frame)] != 0; }
  FrameView at(int frame) const { return frames()[static_cast<std::size_t>(frame)]; }
  void put(int frame, Eigen::Matrix3Xf positions);
  void share(int frame, const FrameList& other);  // the same as in the other list
  void forget(const FrameRange& range);

  int frame_count() const { return static_cast<int>(known_.size()); }
  int missing() const { return missing_; }

  const FrameList& frames() const { return motion_->frames; }
  // Of a cache in which nothing is missing.
  std::shared_ptr<const Motion> whole() const { return motion_; }

 private:
  Motion& own_motion();
  void note(int frame);

  std::shared_ptr<Motion> motion_;
  std::vector<char> known_;
  int missing_ = 0;
};

}  // namespace retake
