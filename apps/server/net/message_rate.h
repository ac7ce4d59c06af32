#pragma once
#include <chrono>
#include <vector>

namespace retake::net {

// At most `count` messages in any window of time, wherever it begins.
class MessageRate {
 public:
  using Clock = std::chrono::steady_clock;

  MessageRate(int count, std::chrono::duration<double> window)
      : window_(std::chrono::duration_cast<Clock::duration>(window)),
        arrivals_(static_cast<std::size_t>(count)) {}

  // False where the message that arrives now is one too many.
  bool allows(Clock::time_point now) {
    Clock::time_point& oldest = arrivals_[next_];  // the one `count` messages ago
    if (seen_ == arrivals_.size() && now - oldest < window_) return false;
    oldest = now;
    next_ = (next_ + 1) % arrivals_.size();
    if (seen_ < arrivals_.size()) ++seen_;
    return true;
  }

 private:
  Clock::duration window_;
  std::vector<Clock::time_point> arrivals_;
  std::size_t next_ = 0, seen_ = 0;
};

}  // namespace retake::net
