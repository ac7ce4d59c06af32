// Edits, drags and the history.
#include <algorithm>
#include <exception>

#include "apps/server/engine/descriptions.h"
#include "apps/server/engine/give_ids.h"
#include "apps/server/engine/going_back.h"
#include "apps/server/engine/handlers.h"
#include "apps/server/engine/show.h"
#include "retake/numerics/errors.h"
#include "retake/shot/edit_json.h"

namespace retake::server {

namespace {

// Tabs are not told poses: a wish that comes back without its own keeps it.
struct KeepPoses {
  const std::vector<Layer>& layers;

  void operator()(ChangeWish& change) const {
    Wish& wish = change.wish.wish;
    if (wish.kind != WishKind::pose || wish.pose.size() != 0) return;
    for (const Layer& layer : layers) {
      const auto* wished = layer.content.find<WishLayer>();
      if (layer.id != change.layer || wished == nullptr) continue;
      const LayerWish* old = find_wish(*wished, change.wish.id);
      if (old == nullptr) continue;
      wish.pose = old->wish.pose;
      wish.first_vertex = old->wish.first_vertex;
    }
  }
  void operator()(EditGroup& group) const {
    for (Edit& edit : group.edits) std::visit(*this, edit.what);
  }
  template <class Other>
  void operator()(Other&) const {}
};

// The number of the drag that the edit says it belongs to; 0: none.
int drag_of(const Edit& edit) {
  if (const auto* move = std::get_if<MoveWish>(&edit.what)) return move->drag;
  if (const auto* own = std::get_if<AnyLayerEdit>(&edit.what)) {
    return (*own)->drag().value_or(LayerDrag{}).number;
  }
  if (const auto* change = std::get_if<ChangePose>(&edit.what)) return change->drag;
  if (const auto* change = std::get_if<ChangePoseSettings>(&edit.what)) return change->drag;
  const auto* group = std::get_if<EditGroup>(&edit.what);
  return group != nullptr && !group->edits.empty() ? drag_of(group->edits.front()) : 0;
}

void check_drag(const Desk& desk, const Edit& edit) {
  const int number = drag_of(edit);
  if (number == 0 || (desk.drag && desk.drag->number == number)) return;
  throw InputError({.what = "no such drag is open",
                    .found = std::to_string(number),
                    .advice = "Begin a drag first"});
}

// Of what the layer holds under that id; -1: nothing.
int frame_of(const Layer& layer, int id) {
  for (const LayerMark& mark : layer.content->marks()) {
    if (mark.id == id) return mark.frame;
  }
  return -1;
}

bool is_active(const std::vector<Layer>& layers, int id) {
  const std::vector<const Layer*> active = active_layers(layers);
  return std::any_of(active.begin(), active.end(),
                     [&](const Layer* layer) { return layer->id == id; });
}

void follow_hand_in_source(Desk& desk, int frame) {
  desk.drag->layer = 0;
  desk.drag->frame = frame;
  desk.pictures->set_dragged(0);
}

// Remembers what the hand moves: its picture comes first.
void follow_hand(Desk& desk, const Edit& edit) {
  const Edit* moved = &edit;
  while (const auto* group = std::get_if<EditGroup>(&moved->what)) moved = &group->edits.front();
  if (const auto* pose = std::get_if<ChangePose>(&moved->what)) {
    return follow_hand_in_source(desk, pose->pose.key.frame);
  }
  if (std::holds_alternative<ChangePoseSettings>(moved->what)) {
    return follow_hand_in_source(desk, -1);
  }
  int item = 0;
  if (const auto* move = std::get_if<MoveWish>(&moved->what)) {
    desk.drag->layer = move->layer;
    item = move->wish;
  } else if (const auto* own = std::get_if<AnyLayerEdit>(&moved->what)) {
    desk.drag->layer = (*own)->layer;
    item = (*own)->drag().value_or(LayerDrag{}).item;
  }
  for (const Layer& layer : desk.document_shot().layers) {
    if (layer.id == desk.drag->layer) desk.drag->frame = frame_of(layer, item);
  }
  const bool counts = is_active(desk.document_shot().layers, desk.drag->layer);
  desk.pictures->set_dragged(counts ? std::optional(desk.drag->layer) : std::nullopt);
}

Answer edit(Desk& desk, Request& request) {
  const LayerReading reading = {.body = desk.shot->body(),
                                .folder = {},
                                .reads_files = false,
                                .bodies = spans_of(desk.document_shot().bodies.several())};
  Edit edit = read_edit(request.fields.object("edit"), reading);
  request.fields.finish();
  check_drag(desk, edit);
  if (needs_simulation(desk, edit)) {
    go_back_as_job(desk, request, edit);
    return std::nullopt;
  }
  std::visit(KeepPoses{desk.document_shot().layers}, edit.what);
  GiveIds ids{desk.shot->document};
  std::visit(ids, edit.what);
  desk.shot->document.apply(edit);
  if (is_part_of_drag(edit)) {
    follow_hand(desk, edit);
    follow_drag(desk);
    for (const Json& message : moved(edit)) desk.audience.tell_all(message);
    if (desk.drag->layer == 0) desk.audience.tell_all(moved_poses(*desk.shot));
  } else {
    follow_document(desk);
  }
  Json answer = done();
  answer["ids"] = ids.given;
  return answer;
}

Answer begin_drag(Desk& desk, Request& request) {
  request.fields.finish();
  if (desk.drag) throw InputError({.what = "a drag is open already"});
  desk.drag = Drag{.tab = request.tab, .number = desk.shot->document.begin_drag()};
  Json answer = done();
  answer["drag"] = desk.drag->number;
  return answer;
}

void need_drag(const Desk& desk) {
  if (!desk.drag) throw InputError({.what = "no drag is open"});
}

Answer end_drag(Desk& desk, Request& request) {
  request.fields.finish();
  need_drag(desk);
  let_go(desk);
  return done();
}

Answer cancel_drag(Desk& desk, Request& request) {
  request.fields.finish();
  need_drag(desk);
  desk.shot->document.cancel_drag();
  desk.drag.reset();
  desk.shot->evaluation.follow(desk.document_shot());
  follow_document(desk);
  return done();
}

Answer undo(Desk& desk, Request& request) {
  request.fields.finish();
  let_go(desk);
  desk.shot->document.undo();
  follow_document(desk);
  return done();
}

Answer redo(Desk& desk, Request& request) {
  request.fields.finish();
  let_go(desk);
  desk.shot->document.redo();
  follow_document(desk);
  return done();
}

Answer go_to(Desk& desk, Request& request) {
  int state = -1;
  request.fields.read("state", state);
  request.fields.finish();
  let_go(desk);
  desk.shot->document.go_to(state);
  follow_document(desk);
  return done();
}

}  // namespace

bool can_show_poses(const Desk& desk, const Look& look) {
  const auto& poses = desk.shot->evaluation.source_motion().poses();
  if (look.what != What::pose) return poses != nullptr;
  return poses &&
         std::ranges::any_of(poses->keys, [&](const PoseKey& key) { return key.id == look.pose; });
}

bool has_layer(const Desk& desk, int layer) {
  const std::vector<Layer>& layers = desk.document_shot().layers;
  return std::any_of(layers.begin(), layers.end(),
                     [&](const Layer& each) { return each.id == layer; });
}

// A frame that the shot has no longer is its last.
static void turn_streams(Desk& desk) {
  std::erase_if(desk.streams.all(), [&](const auto& entry) {
    const Look& look = entry.second.look;
    return (look.what == What::layer && !has_layer(desk, look.layer)) ||
           (look.what >= What::pose && !can_show_poses(desk, look));
  });
  const int last = desk.shot->evaluation.frame_count() - 1;
  for (auto& [key, stream] : desk.streams.all()) {
    if (stream.look.frame <= last) continue;
    stream.look.frame = last;
    stream.shown.reset();
  }
}

void follow_drag(Desk& desk) {
  desk.shot->evaluation.follow(desk.document_shot());
  turn_streams(desk);
}

void follow_document(Desk& desk) {
  desk.pictures->set_dragged(std::nullopt);
  follow_drag(desk);
  desk.told_problem.clear();
  std::erase_if(desk.mode_jobs, [](const Desk::ModeJob& job) { return job.failed; });
  desk.audience.tell_all(document(*desk.shot));
  measure_poses(desk);
}

void let_go(Desk& desk) {
  if (!desk.drag) return;
  const std::optional<Edit> bend = std::move(desk.drag->bend);
  desk.drag.reset();
  std::exception_ptr refused;  // a pose that was bent too far
  try {
    if (bend) desk.shot->document.apply(*bend);
  } catch (...) {
    refused = std::current_exception();
  }
  try {
    desk.shot->document.end_drag();
  } catch (...) {
    follow_document(desk);  // the moves were made, whether or not the journal takes the last word
    throw;
  }
  follow_document(desk);
  if (refused) std::rethrow_exception(refused);
}

void add_edit_rules(Rules& rules) {
  rules["edit"] = {edit, true, true};
  rules["begin_drag"] = {begin_drag, true, true};
  rules["end_drag"] = {end_drag, true, true};
  rules["cancel_drag"] = {cancel_drag, true, true};
  rules["undo"] = {undo, true, true};
  rules["redo"] = {redo, true, true};
  rules["go_to"] = {go_to, true, true};
}

}  // namespace retake::server
