#include "apps/server/engine/jobs.h"

#include <algorithm>

#include "retake/numerics/errors.h"

namespace retake::server {

namespace {

constexpr double telling_interval = 0.1;                      // s
constexpr double least_fraction = 0.02, least_seconds = 0.3;  // before time left is guessed
const std::vector<std::string> state_names = {"running", "done", "cancelled", "failed"};

}  // namespace

Complaint complaint_of(const std::exception& error) {
  if (const auto* known = dynamic_cast<const Error*>(&error)) return known->complaint();
  return {.what = error.what()};
}

Job::Job(int number, std::string name, const Audience& audience)
    : number_(number), name_(std::move(name)), audience_(audience) {}

Json Job::description() const {
  const std::lock_guard lock(mutex_);
  const double seconds = watch_.seconds();
  Json left = nullptr;
  if (fraction_ > least_fraction && seconds > least_seconds) {
    left = seconds * (1 - fraction_) / fraction_;
  }
  return {{"type", "job"},
          {"job", number_},
          {"name", name_},
          {"step", step_},
          {"fraction", fraction_},
          {"left", left},
          {"state", name_of(state_, state_names)}};
}

void Job::report(std::string_view step, double fraction) {
  {
    const std::lock_guard lock(mutex_);
    step_ = step;
    fraction_ =
        std::clamp(fraction, fraction_, 1.0);  // work that was begun again has not gone back
    const double now = watch_.seconds();
    if (told_at_ >= 0 && now - told_at_ < telling_interval) return;
    told_at_ = now;
  }
  audience_.tell_all(description());
}

void Job::finish(State state) {
  {
    const std::lock_guard lock(mutex_);
    if (state_ != State::running) return;
    state_ = state;
    if (state == State::done) fraction_ = 1;
  }
  audience_.tell_all(description());
}

Jobs::~Jobs() {
  cancel_all();
  for (Entry& entry : entries_) {
    if (entry.thread.joinable()) entry.thread.join();
  }
}

// Forgets jobs that have ended.
void Jobs::sweep() {
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    const bool over = entry->thread.joinable() ? entry->ended.load()
                                               : entry->job->description()["state"] != "running";
    if (!over) {
      ++entry;
      continue;
    }
    if (entry->thread.joinable()) entry->thread.join();
    entry = entries_.erase(entry);
  }
}

std::shared_ptr<Job> Jobs::add(const std::string& name) {
  const std::lock_guard lock(mutex_);
  sweep();
  Entry& entry = entries_.emplace_back();
  entry.job = std::make_shared<Job>(++last_number_, name, audience_);
  return entry.job;
}

void Jobs::run(const std::shared_ptr<Job>& job, Work work, Failed failed) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.job == job; });
  Entry& entry = *found;
  entry.thread = std::thread([&entry, job, work = std::move(work), failed = std::move(failed)] {
    try {
      job->update("", 0);
      work(*job);
      job->finish(Job::State::done);
    } catch (const Cancelled&) {
      job->finish(Job::State::cancelled);
      failed(std::nullopt);
    } catch (const std::exception& error) {
      job->finish(Job::State::failed);
      failed(complaint_of(error));
    }
    entry.ended = true;
  });
}

void Jobs::cancel(int number) {
  const std::lock_guard lock(mutex_);
  for (Entry& entry : entries_) {
    if (entry.job->number() != number) continue;
    entry.job->cancel();
    return;
  }
  throw InputError({.what = "there is no such job", .found = std::to_string(number)});
}

void Jobs::cancel_all() {
  const std::lock_guard lock(mutex_);
  for (Entry& entry : entries_) entry.job->cancel();
}

std::vector<Json> Jobs::descriptions() const {
  const std::lock_guard lock(mutex_);
  std::vector<Json> all;
  for (const Entry& entry : entries_) {
    Json description = entry.job->description();
    if (description["state"] == "running") all.push_back(std::move(description));
  }
  return all;
}

}  // namespace retake::server
