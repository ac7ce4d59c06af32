#include <algorithm>

#include "apps/server/engine/descriptions.h"
#include "apps/server/engine/show.h"
#include "retake/shot/changed_part.h"

namespace retake::server {

namespace {

constexpr std::ptrdiff_t most_at_once = 2;  // mode jobs: each has use for all cores

bool covers(const ModeNeed& more, const ModeNeed& need) {
  return more.has_same_part(need) && more.count >= need.count;
}

// A job that brings at least what is needed.
bool brings(const Desk::ModeJob& job, const ModeNeed& need) { return covers(job.need, need); }

// Its entry; end() where nobody wants the modes any more.
auto entry_of(Desk& desk, const Job& job) {
  return std::find_if(desk.mode_jobs.begin(), desk.mode_jobs.end(),
                      [&](const Desk::ModeJob& entry) { return entry.job.get() == &job; });
}

void take_modes(Desk& desk, const Job& job, std::shared_ptr<const Modes> found) {
  const auto entry = entry_of(desk, job);
  if (entry == desk.mode_jobs.end()) return;
  const Desk::ModeJob ended = *entry;
  std::erase_if(desk.mode_jobs,
                [&](const Desk::ModeJob& other) { return brings(ended, other.need); });
  desk.shot->evaluation.put_modes(ended.need, std::move(found));
  desk.brought_modes.push_back(ended.need);
  if (ended.need.is_whole()) desk.audience.tell_all(modes(desk.shot->evaluation));
  answer(desk, ended.askers, {{"type", "done"}});
}

// Whoever waits for the modes to go on with his work is told why they do not come.
void disappoint(Desk& desk, const Desk::ModeJob& failed, const Json& why) {
  const auto is_hopeless = [&](const Deferred& work) {
    const auto need = awaited_modes(desk, work);
    return need && brings(failed, *need);
  };
  for (Deferred& work : desk.deferred) {
    if (!is_hopeless(work)) continue;
    if (work.job) work.job->finish(Job::State::failed);
    Json message = why;
    message["about"] = work.about;
    desk.audience.answer(work.tab, work.replies, message);
  }
  std::erase_if(desk.deferred, is_hopeless);
}

void give_up(Desk& desk, const Job& job, const std::optional<Complaint>& complaint) {
  const auto entry = entry_of(desk, job);
  if (entry == desk.mode_jobs.end()) return;
  entry->failed = true;
  const Json why =
      complaint ? problem(*complaint, "modes") : problem({.what = "cancelled"}, "modes", "note");
  answer(desk, entry->askers, why);
  entry->askers.clear();
  disappoint(desk, *entry, why);
}

// A new job that brings more makes those that bring less pointless: it takes over who waits.
std::vector<Asker> take_over_from(Desk& desk, const ModeNeed& need) {
  std::vector<Asker> askers;
  std::erase_if(desk.mode_jobs, [&](Desk::ModeJob& job) {
    if (!job.need.has_same_part(need) || job.need.count >= need.count) return false;
    job.job->cancel();
    askers.insert(askers.end(), job.askers.begin(), job.askers.end());
    return true;
  });
  return askers;
}

void start_job(Desk& desk, const ModeNeed& need, Asker asker) {
  std::vector<Asker> askers = take_over_from(desk, need);
  askers.push_back(std::move(asker));
  const std::shared_ptr<Job> job = desk.jobs.add("Vibration modes");
  desk.mode_jobs.push_back({need, job, std::move(askers)});
  struct Bodies {
    Body whole;
    std::vector<ShotBody> stacked;
  };
  const LayerStage& stage = desk.shot->evaluation.stage();
  const auto work = [&desk, need, job,
                     of = std::make_shared<const Bodies>(Bodies{stage.body, stage.bodies})](
                        Job& progress) {
    desk.queue.push(Task([&desk, job, found = find_modes(of->whole, of->stacked, need, progress)] {
      take_modes(desk, *job, found);
    }));
  };
  const auto failed = [&desk, job](const std::optional<Complaint>& complaint) {
    desk.queue.push(Task([&desk, job, complaint] { give_up(desk, *job, complaint); }));
  };
  desk.jobs.run(job, work, failed);
}

// Of regions and bodies that no layer changes any more.
void cancel_needless(Desk& desk) {
  const std::vector<ShotBody>& stacked = desk.shot->evaluation.stage().bodies;
  const auto has_part = [&](const Layer& layer, const ModeNeed& need) {
    const std::vector<ModeNeed> needs = layer.content->modes_needed(stacked);
    return std::any_of(needs.begin(), needs.end(),
                       [&](const ModeNeed& other) { return other.has_same_part(need); });
  };
  std::erase_if(desk.mode_jobs, [&](const Desk::ModeJob& job) {
    const std::vector<Layer>& layers = desk.document_shot().layers;
    const bool is_needed =
        job.need.is_whole() || std::any_of(layers.begin(), layers.end(), [&](const Layer& layer) {
          return has_part(layer, job.need);
        });
    if (!is_needed) job.job->cancel();
    return !is_needed;
  });
}

}  // namespace

void bring_modes(Desk& desk, const ModeNeed& need, int tab, std::vector<int> replies) {
  Asker asker = {tab, std::move(replies)};
  if (std::any_of(desk.brought_modes.begin(), desk.brought_modes.end(),
                  [&](const ModeNeed& brought) { return covers(brought, need); })) {
    return answer(desk, {asker}, {{"type", "done"}});
  }
  for (Desk::ModeJob& job : desk.mode_jobs) {
    if (job.failed || !brings(job, need)) continue;
    if (tab != 0) job.askers.push_back(std::move(asker));
    return;
  }
  std::erase_if(desk.mode_jobs,
                [&](const Desk::ModeJob& job) { return job.failed && brings(job, need); });
  start_job(desk, need, std::move(asker));
}

void bring_missing_modes(Desk& desk) {
  if (!desk.shot) return;
  cancel_needless(desk);
  std::vector<int> layers = {desk.shot->evaluation.top_layer()};
  for (const auto& [key, stream] : desk.streams.all()) {
    layers.push_back(desk.pictures->layer_of(stream.look));
  }
  for (const Deferred& work : desk.deferred) {
    if (has_layer(desk, work.layer)) layers.push_back(work.layer);
  }
  const auto is_running = [](const Desk::ModeJob& job) { return !job.failed; };
  for (const int layer : layers) {
    const auto need = desk.shot->evaluation.missing_modes(layer);
    const auto comes = [&](const Desk::ModeJob& job) { return brings(job, *need); };
    const auto running = std::count_if(desk.mode_jobs.begin(), desk.mode_jobs.end(), is_running);
    if (need && running < most_at_once &&
        std::none_of(desk.mode_jobs.begin(), desk.mode_jobs.end(), comes)) {
      bring_modes(desk, *need);
    }
  }
}

}  // namespace retake::server
