#pragma once
#include "retake/shot/edit.h"
#include "retake/shot/layer_checks.h"

namespace retake {

// Changes the shot and returns the edit that takes it back. Throws InputError, and changes nothing,
// for ids that do not exist or are in use, and for what layer_checks.h refuses. Of a group, what it
// comes to is checked.
Edit apply(Shot& shot, const Edit& edit, const LayerLimits& limits);
inline Edit apply(Shot& shot, const Edit& edit) { return apply(shot, edit, layer_limits(shot)); }

// "Move handle", "Rename layer": for menus.
std::string title_of(const Edit& edit);
// The same with the edit that takes it back: what of a pose was changed is seen by both alone.
std::string title_of(const Edit& edit, const Edit& reverse);

// The largest id that the edit brings along; 0 where there is none.
int largest_id(const Edit& edit);

}  // namespace retake
