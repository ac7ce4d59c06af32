#include "retake/shot/edit_log.h"

#include "retake/numerics/errors.h"

namespace retake {

namespace {

struct Drag {
  int number = 0, layer = 0, handle = 0;

  bool operator==(const Drag&) const = default;
};

Drag drag_of(const Edit& edit) {
  if (const auto* move = std::get_if<MoveWish>(&edit.what)) {
    return {move->drag, move->layer, move->wish};
  }
  if (const auto* change = std::get_if<ChangeDelta>(&edit.what)) {
    return {change->drag, change->layer, change->delta.id};
  }
  return {};
}

}  // namespace

bool EditLog::continues_drag(const Edit& edit) const {
  const Drag drag = drag_of(edit);
  return drag_is_open_ && drag.number != 0 && !undo_.empty() && drag == drag_of(undo_.back().done);
}

void EditLog::apply(Shot& shot, const Edit& edit) {
  Edit reverse = retake::apply(shot, edit);
  redo_.clear();
  if (continues_drag(edit)) {
    undo_.back().done = edit;
    undo_.back().state = ++last_state_;
  } else {
    undo_.push_back({edit, std::move(reverse), ++last_state_});
  }
  drag_is_open_ = true;
}

Edit EditLog::undo(Shot& shot) {
  if (undo_.empty()) throw InputError({.what = "nothing to undo"});
  Edit edit = undo_.back().reverse;
  retake::apply(shot, edit);
  redo_.push_back(std::move(undo_.back()));
  undo_.pop_back();
  drag_is_open_ = false;
  return edit;
}

Edit EditLog::redo(Shot& shot) {
  if (redo_.empty()) throw InputError({.what = "nothing to redo"});
  Edit edit = redo_.back().done;
  retake::apply(shot, edit);
  undo_.push_back(std::move(redo_.back()));
  redo_.pop_back();
  drag_is_open_ = false;
  return edit;
}

void EditLog::replay_undo(Shot& shot, const Edit& edit) {
  if (!undo_.empty()) {
    undo(shot);
    return;
  }
  const int state = base_state_;
  redo_.push_back({retake::apply(shot, edit), edit, state});
  base_state_ = ++last_state_;
}

void EditLog::replay_redo(Shot& shot, const Edit& edit) {
  if (!redo_.empty()) {
    redo(shot);
    return;
  }
  Edit reverse = retake::apply(shot, edit);
  undo_.push_back({edit, std::move(reverse), ++last_state_});
}

}  // namespace retake
