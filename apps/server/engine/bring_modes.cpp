#include <algorithm>

#include "apps/server/engine/descriptions.h"
#include "apps/server/engine/show.h"

namespace retake::server {

namespace {

// A job that brings at least what is needed.
bool brings(const Desk::ModeJob& job, const ModeNeed& need) {
  return job.need.region == need.region && job.need.count >= need.count;
}

void take_modes(Desk& desk, const ModeNeed& need, std::shared_ptr<const Modes> found) {
  std::erase_if(desk.mode_jobs, [&](const Desk::ModeJob& job) { return brings(job, need); });
  desk.shot->evaluation.put_modes(need, std::move(found));
  if (need.region.empty()) desk.audience.tell_all(modes(desk.shot->evaluation));
}

// Not tried again before something changes.
void give_up(Desk& desk, const ModeNeed& need) {
  for (Desk::ModeJob& job : desk.mode_jobs) job.failed = job.failed || brings(job, need);
}

}  // namespace

void bring_modes(Desk& desk, const ModeNeed& need, int tab, std::vector<int> replies) {
  const int shot = desk.shots_opened;
  const auto found = std::make_shared<std::shared_ptr<const Modes>>();
  const auto is_stale = [&desk, shot] { return !desk.shot || desk.shots_opened != shot; };
  const auto work = [&desk, need, tab, replies, found, is_stale,
                     body = std::make_shared<const Body>(desk.shot->body())](Job& job) {
    *found = find_modes(*body, need, job);
    desk.queue.push(Task([&desk, need, tab, replies, found, is_stale] {
      if (is_stale()) return;
      take_modes(desk, need, *found);
      desk.audience.answer(tab, replies, {{"type", "done"}});
    }));
  };
  const auto failed = [&desk, need, tab, replies,
                       is_stale](const std::optional<Complaint>& complaint) {
    desk.queue.push(Task([&desk, need, tab, replies, is_stale, complaint] {
      if (is_stale()) return;
      give_up(desk, need);
      const Json why = complaint ? problem(*complaint, "modes")
                                 : problem({.what = "cancelled"}, "modes", "note");
      tab != 0 ? desk.audience.answer(tab, replies, why) : desk.audience.tell_all(why);
    }));
  };
  desk.mode_jobs.push_back({need, nullptr});
  desk.mode_jobs.back().job = desk.jobs.run("Vibration modes", work, failed);
}

void bring_missing_modes(Desk& desk) {
  if (!desk.shot) return;
  std::vector<int> layers = {desk.shot->evaluation.top_layer()};
  for (const auto& [key, stream] : desk.streams.all()) {
    layers.push_back(desk.pictures->layer_of(stream.look));
  }
  for (const int layer : layers) {
    const auto need = desk.shot->evaluation.missing_modes(layer);
    const auto comes = [&](const Desk::ModeJob& job) { return brings(job, *need); };
    if (need && std::none_of(desk.mode_jobs.begin(), desk.mode_jobs.end(), comes)) {
      bring_modes(desk, *need);
    }
  }
}

}  // namespace retake::server
