#include "retake/shot/edit_log.h"

#include <algorithm>

#include "retake/numerics/errors.h"
#include "retake/shot/edit_memory.h"
#include "retake/shot/sources/poses.h"

namespace retake {

namespace {

constexpr int poses_as_layer = -1;

struct DraggedHandle {
  int drag = 0, layer = 0, handle = 0;
  int parts = 0;  // bits: what of it changes

  bool operator==(const DraggedHandle&) const = default;
};

// The handles that the edit drags along, a group several; none for edits of other kinds.
std::vector<DraggedHandle> dragged_by(const Edit& edit) {
  if (const auto* move = std::get_if<MoveWish>(&edit.what); move != nullptr && move->drag != 0) {
    return {{move->drag, move->layer, move->wish}};
  }
  if (const auto* own = std::get_if<AnyLayerEdit>(&edit.what)) {
    const std::optional<LayerDrag> drag = (*own)->drag();
    if (drag && drag->number != 0) return {{drag->number, (*own)->layer, drag->item}};
  }
  if (const auto* pose = std::get_if<ChangePose>(&edit.what); pose != nullptr && pose->drag != 0) {
    const auto& [key, keeps_velocities] = pose->pose;
    const int parts = (key.positions.cols() > 0 ? 1 : 0) + (keeps_velocities ? 0 : 2);
    return {{pose->drag, poses_as_layer, key.id, parts}};
  }
  const auto* join = std::get_if<ChangePoseSettings>(&edit.what);
  if (join != nullptr && join->drag != 0) {
    const int parts = (join->settings ? 1 : 0) + (join->frames ? 2 : 0) + (join->modes ? 4 : 0) +
                      (join->share ? 8 : 0) + (join->holds ? 16 : 0);
    return {{join->drag, poses_as_layer, 0, parts}};
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

// Changes the shot if that can be written down too; the edit that takes it back.
Edit apply_and_record(Shot& shot, const Edit& edit, const LayerLimits& limits,
                      const EditLog::Record& record) {
  Edit reverse = retake::apply(shot, edit, limits);
  try {
    record(edit);
  } catch (...) {
    retake::apply(shot, reverse, limits);
    throw;
  }
  return reverse;
}

}  // namespace

bool is_part_of_drag(const Edit& edit) { return !dragged_by(edit).empty(); }

const LayerLimits& EditLog::limits(const Shot& shot) {
  const auto poses = poses_of(shot);
  if (!limits_ || limits_of_ != poses) {
    limits_ = layer_limits(shot);
    limits_of_ = poses;
  }
  return *limits_;
}

bool EditLog::continues_drag(const Edit& edit) const {
  const std::size_t before = hold_ ? hold_->steps : 0;
  return drag_is_open_ && undo_.size() > before && is_part_of_drag(edit) &&
         dragged_by(edit) == dragged_by(undo_.back().done);
}

void EditLog::apply(Shot& shot, const Edit& edit, const Record& record) {
  Edit reverse = apply_and_record(shot, edit, limits(shot), record);
  grown_bytes_ += memory_of(edit) + memory_of(reverse);
  redo_.clear();
  if (continues_drag(edit)) {
    undo_.back().done = edit;
    undo_.back().state = ++last_state_;
  } else {
    undo_.push_back({edit, std::move(reverse), ++last_state_});
  }
  drag_is_open_ = true;
  forget_oldest();
}

// The newest step always stays. Not while a hand holds: it may want to go back to where it began.
// An eighth more than must be goes, so that it is seldom done.
void EditLog::forget_oldest() {
  if (hold_ || grown_bytes_ <= most_bytes_) return;
  grown_bytes_ = 0;
  const auto oldest = std::find_if(undo_.rbegin(), undo_.rend(), [&](const Step& step) {
    const std::size_t bytes = memory_of(step.done) + memory_of(step.reverse);
    if (&step != &undo_.back() && grown_bytes_ + bytes > most_bytes_ / 8 * 7) return true;
    grown_bytes_ += bytes;
    return false;
  });
  if (oldest == undo_.rend()) return;
  base_state_ = oldest->state;
  undo_.erase(undo_.begin(), oldest.base());
}

void EditLog::begin_drag() {
  end_drag();
  hold_ = {undo_.size(), redo_};
}

void EditLog::end_drag() {
  drag_is_open_ = false;
  if (!hold_) return;
  const auto first = undo_.begin() + static_cast<std::ptrdiff_t>(hold_->steps);
  hold_.reset();
  if (undo_.end() - first < 2) return forget_oldest();
  EditGroup done = {title_of(first->done, first->reverse), {}}, reverse = done;
  for (auto step = first; step != undo_.end(); ++step) {
    done.edits.push_back(std::move(step->done));
    reverse.edits.insert(reverse.edits.begin(), std::move(step->reverse));
  }
  Step whole = {{std::move(done)}, {std::move(reverse)}, state()};
  undo_.erase(first, undo_.end());
  undo_.push_back(std::move(whole));
  forget_oldest();
}

void EditLog::cancel_drag(Shot& shot) {
  if (!hold_) throw InputError({.what = "no drag is under way"});
  for (; undo_.size() > hold_->steps; undo_.pop_back()) {
    retake::apply(shot, undo_.back().reverse, limits(shot));
  }
  redo_ = std::move(hold_->redo);
  hold_.reset();
  drag_is_open_ = false;
}

std::string EditLog::title(const Step& step) { return title_of(step.done, step.reverse); }

std::string EditLog::undo_title() const { return undo_.empty() ? "" : title(undo_.back()); }

std::string EditLog::redo_title() const { return redo_.empty() ? "" : title(redo_.back()); }

std::vector<EditLog::Entry> EditLog::entries() const {
  std::vector<Entry> entries = {{"", base_state_}};
  for (const Step& step : undo_) entries.push_back({title(step), step.state});
  for (auto step = redo_.rbegin(); step != redo_.rend(); ++step) {
    entries.push_back({title(*step), step->state});
  }
  return entries;
}

void EditLog::undo(Shot& shot, const Record& record) {
  if (undo_.empty()) throw InputError({.what = "nothing to undo"});
  end_drag();
  apply_and_record(shot, undo_.back().reverse, limits(shot), record);
  redo_.push_back(std::move(undo_.back()));
  undo_.pop_back();
}

void EditLog::redo(Shot& shot, const Record& record) {
  if (redo_.empty()) throw InputError({.what = "nothing to redo"});
  end_drag();
  apply_and_record(shot, redo_.back().done, limits(shot), record);
  undo_.push_back(std::move(redo_.back()));
  redo_.pop_back();
}

void EditLog::replay_undo(Shot& shot, const Edit& edit) {
  if (!undo_.empty()) {
    undo(shot);
    return;
  }
  const int state = base_state_;
  redo_.push_back({retake::apply(shot, edit, limits(shot)), edit, state});
  base_state_ = ++last_state_;
}

void EditLog::replay_redo(Shot& shot, const Edit& edit) {
  if (!redo_.empty()) {
    redo(shot);
    return;
  }
  Edit reverse = retake::apply(shot, edit, limits(shot));
  undo_.push_back({edit, std::move(reverse), ++last_state_});
}

}  // namespace retake
