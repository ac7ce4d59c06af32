#include "retake/shot/frame_cache.h"

#include <algorithm>

namespace retake {

FrameCache::FrameCache(int frame_count, double fps, double start_frame,
                       std::shared_ptr<FrameStore> store)
    : motion_(std::make_shared<Motion>(Motion{fps, start_frame, FrameList(std::move(store))})),
      known_(static_cast<std::size_t>(frame_count), 0),
      missing_(frame_count) {
  motion_->frames.resize(known_.size());
}

void FrameCache::put(int frame, Eigen::Matrix3Xf positions) {
  own_motion().frames.put(static_cast<std::size_t>(frame), std::move(positions));
  note(frame);
}

void FrameCache::share(int frame, const FrameList& other) {
  own_motion().frames.share(static_cast<std::size_t>(frame), other);
  note(frame);
}

void FrameCache::note(int frame) {
  char& known = known_[static_cast<std::size_t>(frame)];
  missing_ -= known == 0;
  known = 1;
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
