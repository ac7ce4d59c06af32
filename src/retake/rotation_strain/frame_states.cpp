#include "retake/rotation_strain/frame_states.h"

namespace retake {

FrameStates::State FrameStates::find(int frame) {
  const auto found = kept_.find(frame);
  if (found == kept_.end()) return nullptr;
  uses_.splice(uses_.begin(), uses_, found->second.use);
  return found->second.state;
}

FrameStates::State FrameStates::known(int frame) {
  const std::lock_guard lock(mutex_);
  return find(frame);
}

// Two threads may make the same at the same time: the first one's stays.
FrameStates::State FrameStates::of(int frame, const std::function<std::vector<float>()>& make) {
  if (State state = known(frame)) return state;
  auto made = std::make_shared<const std::vector<float>>(make());
  const std::lock_guard lock(mutex_);
  if (State state = find(frame)) return state;
  const std::size_t size = sizeof(float) * made->size();
  while (!kept_.empty() && (kept_.size() + 1) * size > bytes_) {
    kept_.erase(uses_.back());
    uses_.pop_back();
  }
  uses_.push_front(frame);
  kept_[frame] = {made, uses_.begin()};
  return made;
}

}  // namespace retake
