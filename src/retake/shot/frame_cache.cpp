#include "retake/shot/frame_cache.h"

#include <algorithm>

namespace retake {

FrameCache::FrameCache(int frame_count, double fps, double start_frame)
    : motion_(std::make_shared<Motion>()),
      known_(static_cast<std::size_t>(frame_count), 0),
      missing_(frame_count) {
  motion_->fps = fps;
  motion_->start_frame = start_frame;
  motion_->frames.resize(known_.size());
}

void FrameCache::put(int frame, Eigen::Matrix3Xf positions) {
  const auto index = static_cast<std::size_t>(frame);
  own_motion().frames[index] = std::move(positions);
  missing_ -= known_[index] == 0;
  known_[index] = 1;
}

void FrameCache::forget(const FrameRange& range) {
  for (int frame = std::max(0, range.first); frame <= std::min(range.last, frame_count() - 1);
       ++frame) {
    char& known = known_[static_cast<std::size_t>(frame)];
    missing_ += known != 0;
    known = 0;
  }
}

Motion& FrameCache::own_motion() {
  if (motion_.use_count() > 1) motion_ = std::make_shared<Motion>(*motion_);
  return *motion_;
}

}  // namespace retake
