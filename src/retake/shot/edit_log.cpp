#include "retake/shot/edit_log.h"

#include "retake/numerics/errors.h"

namespace retake {

namespace {

struct DraggedHandle {
  int drag = 0, layer = 0, handle = 0;

  bool operator==(const DraggedHandle&) const = default;
};

// The handles that the edit drags along, a group several; none for edits of other kinds.
std::vector<DraggedHandle> dragged_by(const Edit& edit) {
  if (const auto* move = std::get_if<MoveWish>(&edit.what); move != nullptr && move->drag != 0) {
    return {{move->drag, move->layer, move->wish}};
  }
  const auto* change = std::get_if<ChangeDelta>(&edit.what);
  if (change != nullptr && change->drag != 0) {
    return {{change->drag, change->layer, change->delta.id}};
  }
  std::vector<DraggedHandle> handles;
  if (const auto* group = std::get_if<EditGroup>(&edit.what)) {
    for (const Edit& part : group->edits) {
      const std::vector<DraggedHandle> dragged = dragged_by(part);
      if (dragged.empty()) return {};
      handles.insert(handles.end(), dragged.begin(), dragged.end());
    }
  }
  return handles;
}

}  // namespace

bool is_part_of_drag(const Edit& edit) { return !dragged_by(edit).empty(); }

bool EditLog::continues_drag(const Edit& edit) const {
  return drag_is_open_ && !undo_.empty() && is_part_of_drag(edit) &&
         dragged_by(edit) == dragged_by(undo_.back().done);
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
