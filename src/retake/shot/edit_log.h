#pragma once
#include <vector>

#include "retake/shot/apply_edit.h"

namespace retake {

// Whether the edit moves handles with the number of a drag, one or several as a group.
bool is_part_of_drag(const Edit& edit);

// What was done to a shot, and what was undone: the way back and forth. Moves of one drag become
// one step.
class EditLog {
 public:
  // Changes the shot, and forgets what was undone. What apply() refuses leaves all as it was.
  void apply(Shot& shot, const Edit& edit);

  // One step back or forth; the edit that was applied to the shot. Throws InputError where there
  // is nothing to undo or redo.
  Edit undo(Shot& shot);
  Edit redo(Shot& shot);

  // An undo or redo that is read from a journal, where the log may not reach back far enough.
  void replay_undo(Shot& shot, const Edit& edit);
  void replay_redo(Shot& shot, const Edit& edit);

  // What the next undo and redo would take back and do, for menus; null: nothing.
  const Edit* next_undo() const { return undo_.empty() ? nullptr : &undo_.back().done; }
  const Edit* next_redo() const { return redo_.empty() ? nullptr : &redo_.back().done; }

  // Moves that come now begin a step of their own.
  void end_drag() { drag_is_open_ = false; }

  // A number for the state that the shot is in: the same again after undo and redo.
  int state() const { return undo_.empty() ? base_state_ : undo_.back().state; }

 private:
  struct Step {
    Edit done, reverse;
    int state = 0;  // that the shot is in afterwards
  };
  bool continues_drag(const Edit& edit) const;

  std::vector<Step> undo_, redo_;
  int base_state_ = 0, last_state_ = 0;
  bool drag_is_open_ = false;
};

}  // namespace retake
