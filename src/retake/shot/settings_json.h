#pragma once
#include "retake/shot/json_fields.h"
#include "retake/shot/wish_json.h"
#include "retake/spacetime/edit_settings.h"

// Settings of a green layer, to JSON and back. docs/shot.md lists the keys.
namespace retake {

Json to_json(const EditSettings& settings);
// Modes that it does not say: as many as are usual for the body.
EditSettings read_edit_settings(JsonFields fields, const LayerReading& reading);

}  // namespace retake
