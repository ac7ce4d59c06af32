#pragma once
#include "retake/shot/edit.h"
#include "retake/shot/wish_json.h"

// Edits to JSON and back: {"edit": "move_wish", "layer": 2, "wish": 5, "target": [0, 1, 0]}.
// docs/shot.md lists them.
namespace retake {

Json to_json(const Edit& edit);
Edit read_edit(JsonFields fields, const LayerReading& reading);

}  // namespace retake
