#include "apps/server/engine/deferred_job.h"

#include "apps/server/engine/descriptions.h"
#include "apps/server/engine/show.h"

namespace retake::server {

namespace {

// Who asked for a job, and by which message.
struct Requester {
  int tab = 0;
  std::vector<int> replies;
  std::string about;
};

// Tells whoever asked that a job has ended badly.
Jobs::Failed failure(Desk& desk, const Requester& to) {
  return [&desk, to](const std::optional<Complaint>& complaint) {
    desk.audience.answer(to.tab, to.replies,
                         complaint ? problem(*complaint, to.about)
                                   : problem({.what = "cancelled"}, to.about, "note"));
  };
}

}  // namespace

void defer_job(Desk& desk, const Request& request, const std::string& name, int layer,
               std::function<Jobs::Work(Progress&)> prepare) {
  Deferred later = {request.tab, request.replies, request.type, layer, desk.jobs.add(name), {}};
  const Requester asker = {request.tab, request.replies, request.type};
  later.work = [&desk, job = later.job, prepare = std::move(prepare), asker](Progress& progress) {
    PartOfProgress part(progress, 0, share_of_evaluation);
    desk.jobs.run(job, prepare(part), failure(desk, asker));
  };
  later.hands_job_on = true;
  put_off(desk, std::move(later));
}

}  // namespace retake::server
