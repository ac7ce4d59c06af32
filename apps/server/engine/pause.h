#pragma once
#include <thread>

#include "apps/server/engine/desk.h"

namespace retake::server {

// For long work on the engine's thread: says stop as soon as a message waits. Messages that only
// look elsewhere are served at once and stop nothing, so that a view that plays does not keep the
// work from ever being finished.
class Pause : public Progress {
 public:
  explicit Pause(Desk& desk, Job* job = nullptr)
      : desk_(desk), job_(job), thread_(std::this_thread::get_id()) {}

  bool cancelled() const override;

 private:
  void report(std::string_view step, double fraction) override {
    if (job_ != nullptr) job_->update(step, fraction);
  }

  Desk& desk_;
  Job* job_;
  std::thread::id thread_;
};

}  // namespace retake::server
