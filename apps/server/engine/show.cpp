#include "apps/server/engine/show.h"

#include <algorithm>
#include <tuple>

#include "apps/server/engine/descriptions.h"
#include "apps/server/engine/handlers.h"
#include "apps/server/engine/pause.h"
#include "retake/numerics/errors.h"

namespace retake::server {

namespace {

constexpr std::ptrdiff_t most_deferred = 256;  // of a tab
constexpr int least_pictures = 2;              // in one go: both views of a drag

// The grade to send next; nothing: what is shown is as good as can be.
std::optional<Grade> due(const Desk& desk, const Stream& stream) {
  const Grade best = desk.pictures->best(stream.look);
  const bool current =
      stream.shown && stream.shown->revision == desk.pictures->revision(stream.look);
  if (current && (!stream.shown->bytes || stream.shown->grade >= best)) return std::nullopt;
  const bool shows_draft = current && stream.shown->grade == Grade::draft;
  if (best != Grade::finished || shows_draft) return best;
  return desk.pictures->takes_long(stream.look) ? Grade::draft : Grade::finished;
}

struct Due {
  StreamKey key;
  Grade grade = Grade::finished;
  bool is_under_hand = false;  // of the frame that it moves
  bool is_of_hand = false;     // of its tab
  long turn = 0;

  auto order() const {
    return std::tuple(!is_under_hand, !is_of_hand, grade == Grade::finished, turn);
  }
};

// A tab that has yet to take what it was sent costs nothing: it gets what is newest when it can.
std::vector<Due> due_pictures(Desk& desk) {
  std::vector<Due> all;
  for (const auto& [key, stream] : desk.streams.all()) {
    const std::optional<Grade> grade = due(desk, stream);
    if (!grade || !desk.audience.can_take_frame(key.tab)) continue;
    const bool of_hand = desk.drag && desk.drag->tab == key.tab;
    const bool under_hand = of_hand && desk.drag->frame == stream.look.frame;
    all.push_back({key, *grade, under_hand, of_hand, stream.turn});
  }
  std::sort(all.begin(), all.end(),
            [](const Due& a, const Due& b) { return a.order() < b.order(); });
  return all;
}

// The picture that could not be made counts as shown, until something changes.
void tell_failure(Desk& desk, Stream& stream, const std::exception& error) {
  stream.shown = {desk.pictures->revision(stream.look), Grade::finished, nullptr};
  const Json message = problem(complaint_of(error), "look");
  if (desk.told_problem == message.dump()) return;
  desk.told_problem = message.dump();
  desk.audience.tell_all(message);
}

// While it computes, streams may come and go.
void show(Desk& desk, const StreamKey& key, Grade grade, Progress& progress) {
  auto& streams = desk.streams.all();
  const auto before = streams.find(key);
  if (before == streams.end() || !desk.audience.can_take_frame(key.tab)) return;
  const Look look = before->second.look;
  try {
    const Pictures::Picture picture = desk.pictures->make(look, key.stream, grade, progress);
    const auto found = streams.find(key);
    if (found == streams.end() || found->second.look != look) return;
    Stream& stream = found->second;
    const bool same =
        stream.shown && stream.shown->bytes && same_picture(*stream.shown->bytes, *picture.bytes);
    stream.shown = {desk.pictures->revision(look), picture.grade, picture.bytes};
    desk.streams.served(stream);
    if (!same) desk.audience.send_frame(key.tab, key.stream, picture.bytes);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    const auto found = streams.find(key);
    if (found != streams.end()) tell_failure(desk, found->second, error);
  }
}

// Looks that wait, in the middle of a solve: answered by what is there.
void show_what_is_at_hand(Desk& desk) {
  for (const Due& due : due_pictures(desk)) {
    const Look look = desk.streams.all().at(due.key).look;
    if (desk.pictures->is_at_hand(look)) show(desk, due.key, Grade::draft, Progress::silent());
  }
}

void serve_looks(Desk& desk) {
  if (desk.is_serving_looks) return;
  desk.is_serving_looks = true;
  if (desk.queue.take_wake()) show_what_is_at_hand(desk);
  while (std::optional<Message> message = desk.queue.pop_look()) {
    handle(desk, *message);
    show_what_is_at_hand(desk);
  }
  desk.is_serving_looks = false;
}

}  // namespace

bool Pause::cancelled() const {
  if (job_ != nullptr && job_->cancelled()) return true;
  if (std::this_thread::get_id() == thread_) serve_looks(desk_);
  return desk_.queue.has_waiting();
}

bool show_pictures(Desk& desk) {
  if (!desk.shot) return false;
  const std::vector<Due> all = due_pictures(desk);
  int shown = 0;
  try {
    for (const Due& due : all) {
      if (++shown > least_pictures && desk.queue.has_waiting()) break;
      Pause pause(desk);
      const bool quick = due.grade != Grade::finished;
      show(desk, due.key, due.grade, quick ? Progress::silent() : pause);
    }
  } catch (const Cancelled&) {
  }
  if (!all.empty()) tell_reports(desk);
  return !all.empty();
}

void tell_reports(Desk& desk) {
  for (const Layer* layer : active_layers(desk.document_shot().layers)) {
    const EditReport* layer_report = desk.shot->evaluation.report(layer->id);
    const auto solved = desk.shot->evaluation.solved(layer->id);
    if (layer_report == nullptr || !solved) continue;
    const auto now = std::pair(desk.shot->evaluation.revision(layer->id), solved);
    auto& told = desk.told_reports[layer->id];
    if (told == now) continue;
    told = now;
    desk.audience.tell_all(report(layer->id, *layer_report, desk.pictures->warp_seconds()));
  }
}

void put_off(Desk& desk, Deferred work) {
  const auto waiting = std::count_if(desk.deferred.begin(), desk.deferred.end(),
                                     [&](const Deferred& other) { return other.tab == work.tab; });
  if (waiting >= most_deferred) {
    if (work.job) work.job->finish(Job::State::failed);
    throw InputError(
        {.what = "too much is asked for at once",
         .expected = "at most " + std::to_string(most_deferred) + " answers to wait for",
         .advice = "Wait for some of them"});
  }
  // Who asks anew wants it tried anew.
  std::erase_if(desk.mode_jobs, [](const Desk::ModeJob& job) { return job.failed; });
  desk.deferred.push_back(std::move(work));
}

std::optional<ModeNeed> awaited_modes(const Desk& desk, const Deferred& work) {
  if (work.job && work.job->cancelled()) return std::nullopt;
  const Evaluation& evaluation = desk.shot->evaluation;
  const int layer = work.layer == Deferred::top_layer ? evaluation.top_layer() : work.layer;
  return layer == 0 || has_layer(desk, layer) ? evaluation.missing_modes(layer) : std::nullopt;
}

bool work_on_deferred(Desk& desk) {
  if (!desk.shot || desk.drag) return false;
  const auto next = std::find_if(desk.deferred.begin(), desk.deferred.end(),
                                 [&](const Deferred& work) { return !awaited_modes(desk, work); });
  if (next == desk.deferred.end()) return false;
  Deferred work = std::move(*next);
  desk.deferred.erase(next);
  Pause pause(desk, work.job.get());
  try {
    pause.update(work.about, 0);
    work.work(pause);
    if (work.job && !work.hands_job_on) work.job->finish(Job::State::done);
  } catch (const Cancelled&) {
    const bool given_up = work.job && work.job->cancelled();
    if (!given_up) {
      desk.deferred.push_front(std::move(work));
      return true;
    }
    work.job->finish(Job::State::cancelled);
    desk.audience.answer(work.tab, work.replies,
                         problem({.what = "cancelled"}, work.about, "note"));
  } catch (const std::exception& error) {
    if (work.job) work.job->finish(Job::State::failed);
    desk.audience.answer(work.tab, work.replies, problem(complaint_of(error), work.about));
  }
  return true;
}

}  // namespace retake::server
