#pragma once
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace retake {

// What elements are in frames that are looked at again and again, as a hand drags there: F, R and w
// of every element (see FrameArrays), within a budget of memory; the frame not used for longest
// goes first. Safe to call from several threads.
class FrameStates {
 public:
  using State = std::shared_ptr<const std::vector<float>>;

  explicit FrameStates(std::size_t bytes) : bytes_(bytes) {}

  // Made where it is not there.
  State of(int frame, const std::function<std::vector<float>()>& make);
  // Null where it is not there.
  State known(int frame);

 private:
  struct Kept {
    State state;
    std::list<int>::iterator use;
  };
  State find(int frame);

  std::size_t bytes_;
  std::mutex mutex_;
  std::map<int, Kept> kept_;
  std::list<int> uses_;  // frames, the last used first
};

}  // namespace retake
