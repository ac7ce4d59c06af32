#include "apps/server/engine/shot_desk.h"

#include <algorithm>
#include <utility>

#include "apps/server/engine/descriptions.h"
#include "apps/server/engine/show.h"
#include "retake/numerics/errors.h"

namespace retake::server {

namespace {

namespace fs = std::filesystem;

// Modes to have at hand before the first handle is made: as many as layers want; without any, as
// the first one will.
ModeNeed first_modes(const Shot& shot) {
  ModeNeed need;
  for (const Layer& layer : shot.layers) {
    const auto* wished = layer.content.find<WishLayer>();
    if (wished != nullptr && wished->settings.region.empty()) {
      need.count = std::max(need.count, wished->settings.modes);
    }
  }
  if (need.count == 0) need.count = usual_modes(shot.body().vertex_count());
  return need;
}

void adopt(Desk& desk, std::unique_ptr<OpenShot> shot) {
  close_shot(desk);
  desk.shot = std::move(shot);
  desk.failed_start.reset();
  desk.pictures = std::make_unique<Pictures>(*desk.shot);
  ++desk.shots_opened;
  if (!desk.shot->file().empty()) {
    desk.state.remember(desk.shot->file(), desk.document_shot().name);
  }
  tell_shot(desk, 0);
  bring_modes(desk, first_modes(desk.document_shot()));
  measure_poses(desk);
}

bool is_open(const Desk& desk, const fs::path& file) {
  std::error_code none;
  return desk.shot && !file.empty() && fs::equivalent(file, desk.shot->document.file(), none);
}

Json superseded() { return problem({.what = "another shot is opened instead"}, "open", "note"); }

void start_opening(Desk& desk, Desk::Opening wanted);

// `shot` is null where it could not be opened, for the reason in `why`.
void end_opening(Desk& desk, std::unique_ptr<OpenShot> shot, const Json& why) {
  const Desk::Opening ended = *std::exchange(desk.opening, std::nullopt);
  if (desk.next_opening) {
    shot.reset();  // lets go of its file
    answer(desk, ended.askers, superseded());
    start_opening(desk, *std::exchange(desk.next_opening, std::nullopt));
  } else if (shot) {
    adopt(desk, std::move(shot));
    answer(desk, ended.askers, {{"type", "done"}});
  } else {
    answer(desk, ended.askers, why);
    const auto is_nobody = [](const Asker& asker) { return asker.tab == 0; };
    if (std::ranges::none_of(ended.askers, is_nobody)) return;
    desk.failed_start = why;
    desk.audience.tell_all(why);
  }
}

void start_opening(Desk& desk, Desk::Opening wanted) {
  const OpenRequest& request = wanted.request;
  if (is_open(desk, request.file)) {
    close_shot(desk);
    tell_closed(desk);
  }
  const auto found = std::make_shared<std::unique_ptr<OpenShot>>();
  const auto work = [&desk, request, found](Job& job) {
    *found = open_shot(request, desk.options.open_scene, desk.state, job);
    desk.queue.push(Task([&desk, found] { end_opening(desk, std::move(*found), {}); }));
  };
  const auto failed = [&desk](const std::optional<Complaint>& complaint) {
    const Json why =
        complaint ? problem(*complaint, "open") : problem({.what = "cancelled"}, "open", "note");
    desk.queue.push(Task([&desk, why] { end_opening(desk, nullptr, why); }));
  };
  const std::string name = request.scene.empty() ? request.file.filename().string() : request.scene;
  wanted.job = desk.jobs.run("Opening " + name, work, failed);
  desk.opening = std::move(wanted);
}

}  // namespace

void tell_shot(Desk& desk, int tab) {
  const auto tell = [&](const Json& message) {
    tab == 0 ? desk.audience.tell_all(message) : desk.audience.tell(tab, message);
  };
  tell(opened(*desk.shot));
  for (const SharedBytes& mesh : mesh_messages(desk.document_shot())) {
    tab == 0 ? desk.audience.send_all(mesh) : desk.audience.send(tab, mesh);
  }
  tell(document(*desk.shot));
}

void tell_closed(Desk& desk) {
  desk.audience.tell_all({{"type", "closed"}});
  desk.audience.tell_all(welcome(desk));
}

void close_shot(Desk& desk) {
  if (!desk.shot) return;
  let_go(desk);
  for (Deferred& work : desk.deferred) {
    if (work.job) work.job->finish(Job::State::cancelled);
    desk.audience.answer(work.tab, work.replies,
                         problem({.what = "the shot was closed"}, work.about, "note"));
  }
  for (Desk::ModeJob& mode_job : desk.mode_jobs) {
    mode_job.job->cancel();
    answer(desk, mode_job.askers, problem({.what = "the shot was closed"}, "modes", "note"));
  }
  desk.deferred.clear();
  desk.fixes.clear();
  desk.mode_jobs.clear();
  desk.brought_modes.clear();
  desk.told_reports.clear();
  desk.told_problem.clear();
  desk.streams.clear();
  desk.pictures.reset();
  desk.shot.reset();
}

void open_as_job(Desk& desk, const OpenRequest& request, int tab, const std::vector<int>& replies) {
  const Desk::Opening wanted = {request, {{tab, replies}}};
  if (!desk.opening) return start_opening(desk, wanted);
  Desk::Opening& last = desk.next_opening ? *desk.next_opening : *desk.opening;
  if (last.request == request && !(last.job && last.job->cancelled())) {
    last.askers.push_back(wanted.askers.front());
    return;
  }
  desk.opening->job->cancel();
  if (desk.next_opening) answer(desk, desk.next_opening->askers, superseded());
  desk.next_opening = wanted;
}

void save_if_possible(Desk& desk) {
  if (!desk.shot) return;
  try {
    let_go(desk);
    if (!desk.shot->file().empty() && desk.shot->document.has_changes()) {
      desk.shot->document.save();
      desk.audience.tell_all({{"type", "saved"}, {"file", desk.shot->file().string()}});
    }
  } catch (const std::exception& error) {
    desk.audience.tell_all(problem(complaint_of(error), "save"));
  }
}

}  // namespace retake::server
