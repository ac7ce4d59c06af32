#pragma once
#include "retake/spacetime/edit_input.h"
#include "retake/spacetime/edit_settings.h"
#include "retake/spacetime/held_points.h"

namespace retake {

// What an edit is about. Nothing of it changes while wishes come, move and go.
struct EditScope {
  EditInput input;
  EditSettings settings;    // with the timestep of the motion, where they give none
  int first = 0, last = 0;  // frames of the window
  double size = 1;          // of the rest shape: box diagonal, m

  const Motion& motion() const { return *input.motion; }
  FrameView input_frame(int frame) const {
    return input.motion->frames[static_cast<std::size_t>(frame)];
  }
  int window_frames() const { return last - first + 1; }
  // Frames of the window that the ends leave free.
  int first_free() const { return settings.cost.ends == Ends::loop ? first : first + 2; }
  int last_free() const { return settings.cost.ends == Ends::both ? last - 2 : last; }
  bool is_free(int frame) const { return frame >= first_free() && frame <= last_free(); }
  WindowFrames window() const { return {first, last, settings.cost.ends == Ends::loop}; }
  bool has_one_sided_obstacles() const {
    return settings.contacts.one_sided && !input.obstacles.empty();
  }
};

// Throws InputError for settings that do not fit the motion or the body.
EditScope edit_scope(EditInput input, const EditSettings& settings);

}  // namespace retake
