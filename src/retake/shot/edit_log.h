#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "retake/shot/apply_edit.h"

namespace retake {

// Whether the edit moves handles with the number of a drag, one or several as a group.
bool is_part_of_drag(const Edit& edit);

// What was done to a shot, and what was undone: the way back and forth. Moves of one drag become
// one step. The oldest steps are forgotten where the way back takes too much memory.
// A log belongs to one shot.
class EditLog {
 public:
  // 500,000 steps that move a handle, or 350 that change a pose of 30,000 vertices.
  static constexpr std::size_t most_memory = 256 << 20;
  explicit EditLog(std::size_t most_bytes = most_memory) : most_bytes_(most_bytes) {}

  // Writes down what was done to the shot; where it throws, the shot and the log are as they were.
  using Record = std::function<void(const Edit&)>;

  // Changes the shot, and forgets what was undone. What apply() refuses leaves all as it was.
  void apply(Shot& shot, const Edit& edit, const Record& record = nothing);

  // One step back or forth. Throws InputError where there is nothing to undo or redo.
  void undo(Shot& shot, const Record& record = nothing);
  void redo(Shot& shot, const Record& record = nothing);

  // An undo or redo that is read from a journal, where the log may not reach back far enough.
  void replay_undo(Shot& shot, const Edit& edit);
  void replay_redo(Shot& shot, const Edit& edit);

  // What the next undo and redo would take back and do, for menus; null: nothing.
  const Edit* next_undo() const { return undo_.empty() ? nullptr : &undo_.back().done; }
  const Edit* next_redo() const { return redo_.empty() ? nullptr : &redo_.back().done; }
  // What these are called; empty: there is none.
  std::string undo_title() const;
  std::string redo_title() const;

  // A hand takes hold: all that comes until it lets go becomes one step.
  void begin_drag();
  // Moves that come now begin a step of their own.
  void end_drag();
  // All as it was when the hand took hold: no step, and what was undone before can be redone.
  // Throws InputError where no drag was begun.
  void cancel_drag(Shot& shot);
  bool is_dragging() const { return hold_.has_value(); }

  // All steps, done and undone, oldest first, after a first entry for the beginning.
  struct Entry {
    std::string title;  // empty: the beginning
    int state = 0;      // that the shot is in afterwards
  };
  std::vector<Entry> entries() const;
  // The entry that the shot is at.
  int position() const { return static_cast<int>(undo_.size()); }

  // A number for the state that the shot is in: the same again after undo and redo.
  int state() const { return undo_.empty() ? base_state_ : undo_.back().state; }

 private:
  struct Step {
    Edit done, reverse;
    int state = 0;  // that the shot is in afterwards
  };
  // Where a drag began.
  struct Hold {
    std::size_t steps = 0;   // that were done by then
    std::vector<Step> redo;  // that were undone
  };
  static void nothing(const Edit&) {}
  static std::string title(const Step& step);
  bool continues_drag(const Edit& edit) const;
  void forget_oldest();
  const LayerLimits& limits(const Shot& shot);

  std::vector<Step> undo_, redo_;
  std::size_t most_bytes_;
  std::size_t grown_bytes_ = 0;  // since it was last counted, and what was counted then
  int base_state_ = 0, last_state_ = 0;
  bool drag_is_open_ = false;
  std::optional<Hold> hold_;
  std::optional<LayerLimits> limits_;            // of the shot, once they were needed
  std::shared_ptr<const PoseSource> limits_of_;  // no other edit than that of poses changes them
};

}  // namespace retake
