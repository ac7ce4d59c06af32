// Inspection and fixes: they begin with the finished motion.
#include <algorithm>

#include "apps/server/engine/deferred_job.h"
#include "apps/server/engine/descriptions.h"
#include "apps/server/engine/handlers.h"
#include "apps/server/engine/inspection.h"
#include "apps/server/engine/show.h"
#include "retake/numerics/errors.h"

namespace retake::server {

namespace {

// Copies of what is looked at, when all is finished.
Inspected gather(Desk& desk, Progress& progress) {
  Evaluation& evaluation = desk.shot->evaluation;
  const LayerStage& stage = evaluation.stage();
  Inspected shot;
  shot.result = evaluation.motion(progress);
  shot.source = evaluation.shared_source(progress);
  shot.body = std::make_shared<const Body>(stage.body);
  shot.obstacles = stage.obstacles;
  shot.contacts = stage.contacts;
  shot.size = desk.shot->size;
  shot.layers = desk.document_shot().layers;
  shot.state = desk.shot->document.state();
  for (const Layer* layer : active_layers(desk.document_shot().layers)) {
    const EditReport* report = evaluation.report(layer->id);
    const std::optional<EditCourse> course = evaluation.course(layer->id);
    if (report == nullptr || !course) continue;
    shot.reports[layer->id] = *report;
    VecX force = VecX::Zero(evaluation.frame_count());
    force.segment(course->first_frame, course->control_force.size()) = course->control_force;
    shot.forces[layer->id] = std::move(force);
  }
  return shot;
}

// False: it is of a shot that is no longer open.
bool take_inspection(Desk& desk, const Inspection& found, const Inspected& shot, int number) {
  if (!desk.shot || desk.shots_opened != number) return false;
  desk.inspected_layers = shot.layers;
  desk.inspected_state = shot.state;
  desk.fixes.clear();
  for (const Problem& problem : found.problems) {
    if (problem.fix) desk.fixes[problem.key] = problem.fix->edit;
  }
  return true;
}

Answer inspect_request(Desk& desk, Request& request) {
  request.fields.finish();
  const auto prepare = [&desk, tab = request.tab,
                        replies = request.replies](Progress& progress) -> Jobs::Work {
    const auto shot = std::make_shared<const Inspected>(gather(desk, progress));
    return [&desk, shot, tab, replies, number = desk.shots_opened](Job& job) {
      PartOfProgress part(job, share_of_evaluation, 1);
      const auto found = std::make_shared<const Inspection>(inspect(*shot, part));
      desk.queue.push(Task([&desk, shot, found, tab, replies, number] {
        Json answer = to_json(*found, shot->result->frame_count());
        answer["state"] = shot->state;
        const bool taken = take_inspection(desk, *found, *shot, number);
        desk.audience.answer(
            tab, replies,
            taken ? answer : problem({.what = "the shot was closed"}, "inspect", "note"));
      }));
    };
  };
  defer_job(desk, request, "Checking all frames", Deferred::top_layer, prepare);
  return std::nullopt;
}

const Layer* find_layer(const std::vector<Layer>& layers, int id) {
  const auto found = std::find_if(layers.begin(), layers.end(),
                                  [&](const Layer& layer) { return layer.id == id; });
  return found == layers.end() ? nullptr : &*found;
}

const WishLayer* wishes_in(const std::vector<Layer>& layers, int id) {
  const Layer* layer = find_layer(layers, id);
  return layer != nullptr ? layer->content.find<WishLayer>() : nullptr;
}

const LayerWish* wish_in(const WishLayer* layer, int id) {
  return layer != nullptr ? find_wish(*layer, id) : nullptr;
}

// Whether what the fix would replace is still as the inspection saw it.
struct StillFits {
  const std::vector<Layer>&now, &then;

  bool operator()(const EditGroup& group) const {
    return std::all_of(group.edits.begin(), group.edits.end(),
                       [&](const Edit& part) { return std::visit(*this, part.what); });
  }
  bool operator()(const ChangeSettings& change) const {
    const WishLayer *is = wishes_in(now, change.layer), *was = wishes_in(then, change.layer);
    return is != nullptr && was != nullptr && is->settings == was->settings;
  }
  bool operator()(const ChangeWish& change) const {
    const LayerWish* is = wish_in(wishes_in(now, change.layer), change.wish.id);
    const LayerWish* was = wish_in(wishes_in(then, change.layer), change.wish.id);
    return is != nullptr && was != nullptr && *is == *was;
  }
  template <class Other>
  bool operator()(const Other&) const {
    return false;
  }
};

Answer fix(Desk& desk, Request& request) {
  const std::string key = request.fields.required_text("problem");
  int state = -1;
  request.fields.read("state", state);
  request.fields.finish();
  const auto found = desk.fixes.find(key);
  if (found == desk.fixes.end() || state != desk.inspected_state) {
    throw InputError({.what = "there is no fix for that problem",
                      .found = key,
                      .advice = "Inspect the shot again"});
  }
  const StillFits still_fits = {desk.document_shot().layers, desk.inspected_layers};
  if (!std::visit(still_fits, found->second.what)) {
    throw InputError({.what = "what the fix would change has changed since",
                      .found = key,
                      .advice = "Inspect the shot again"});
  }
  let_go(desk);
  desk.shot->document.apply(found->second);
  desk.fixes.erase(found);
  follow_document(desk);
  return done();
}

}  // namespace

void add_check_rules(Rules& rules) {
  rules["inspect"] = {inspect_request};
  rules["fix"] = {fix, true, true};
}

}  // namespace retake::server
