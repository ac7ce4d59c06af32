#pragma once
#include <atomic>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

#include "apps/server/engine/audience.h"
#include "retake/numerics/progress.h"
#include "retake/numerics/stopwatch.h"

namespace retake::server {

// A long step as people see it: name, step, fraction, time left, cancel. Tells all tabs where it
// is, at most ten times a second.
class Job : public Progress {
 public:
  enum class State { running, done, cancelled, failed };

  Job(int number, std::string name, const Audience& audience);

  int number() const { return number_; }
  bool cancelled() const override { return cancelled_; }
  void cancel() { cancelled_ = true; }
  // Its last word.
  void finish(State state);
  Json description() const;

 private:
  void report(std::string_view step, double fraction) override;

  const int number_;
  const std::string name_;
  const Audience& audience_;
  std::atomic<bool> cancelled_ = false;
  mutable std::mutex mutex_;
  std::string step_;
  double fraction_ = 0;
  State state_ = State::running;
  Stopwatch watch_;
  double told_at_ = -1;  // s
};

// The jobs that are under way. Any thread.
class Jobs {
 public:
  explicit Jobs(const Audience& audience) : audience_(audience) {}
  ~Jobs();  // cancels all and waits for them

  // A job that somebody works off on a thread of his.
  std::shared_ptr<Job> add(const std::string& name);

  // Works a job off on a thread of its own, to its end. Where `work` throws, `failed` is told why:
  // nothing for a job that was cancelled.
  using Work = std::function<void(Job&)>;
  using Failed = std::function<void(const std::optional<Complaint>&)>;
  void run(const std::shared_ptr<Job>& job, Work work, Failed failed);
  std::shared_ptr<Job> run(const std::string& name, Work work, Failed failed) {
    auto job = add(name);
    run(job, std::move(work), std::move(failed));
    return job;
  }

  // Throws InputError where there is no such job.
  void cancel(int number);
  void cancel_all();
  std::vector<Json> descriptions() const;

 private:
  struct Entry {
    std::shared_ptr<Job> job;
    std::thread thread;
    std::atomic<bool> ended = false;
  };
  void sweep();

  const Audience& audience_;
  mutable std::mutex mutex_;
  std::list<Entry> entries_;
  int last_number_ = 0;
};

// The complaint of whatever was thrown; for use in a catch.
Complaint complaint_of(const std::exception& error);

}  // namespace retake::server
