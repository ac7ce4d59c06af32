#include "apps/server/engine/going_back.h"

#include "apps/server/engine/descriptions.h"
#include "retake/numerics/errors.h"
#include "retake/shot/motion_cache.h"
#include "retake/shot/sources/poses.h"

namespace retake::server {

namespace {

struct GoingBack {
  int tab = 0;
  std::vector<int> replies;
  std::string about;
  Edit edit;
  int shots_opened = 0;
};

void end(Desk& desk, const GoingBack& asked, SimulationResult made) {
  const auto answer = [&](const Json& message) {
    desk.audience.answer(asked.tab, asked.replies, message);
  };
  if (!desk.shot || desk.shots_opened != asked.shots_opened)
    return answer(problem({.what = "the shot was closed"}, asked.about, "note"));
  try {
    let_go(desk);
    desk.shot->evaluation.source_motion().bring_plain(std::move(made));
    desk.shot->document.apply(asked.edit);
    follow_document(desk);
    Json message = done();
    message["ids"] = Json::array();
    answer(message);
  } catch (const std::exception& error) {
    answer(problem(complaint_of(error), asked.about));
  }
}

}  // namespace

bool needs_simulation(const Desk& desk, const Edit& edit) {
  const auto* poses = std::get_if<SetPoses>(&edit.what);
  const Shot& shot = desk.document_shot();
  const auto* source = shot.source.find<PosesSource>();
  return poses != nullptr && !poses->poses && source != nullptr && source->instead_of &&
         !(*source->instead_of)->cache_key(shot).empty() &&
         !desk.shot->evaluation.source_motion().has_plain();
}

void go_back_as_job(Desk& desk, const Request& request, const Edit& edit) {
  const GoingBack asked = {request.tab, request.replies, request.type, edit, desk.shots_opened};
  auto plain = std::make_shared<Shot>(desk.document_shot());
  plain->source = *desk.document_shot().source.get<PosesSource>().instead_of;
  const auto work = [&desk, asked, plain](Job& job) {
    const auto made = std::make_shared<SimulationResult>(cached_motion(*plain, {}, job));
    desk.queue.push(Task([&desk, asked, made] { end(desk, asked, std::move(*made)); }));
  };
  const auto failed = [&desk, asked](const std::optional<Complaint>& complaint) {
    desk.audience.answer(asked.tab, asked.replies,
                         complaint ? problem(*complaint, asked.about)
                                   : problem({.what = "cancelled"}, asked.about, "note"));
  };
  desk.jobs.run("Simulating", work, failed);
}

}  // namespace retake::server
