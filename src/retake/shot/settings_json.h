#pragma once
#include "retake/shot/json_fields.h"
#include "retake/shot/shot_body.h"
#include "retake/spacetime/edit_settings.h"

// Settings of a green layer, to JSON and back. docs/shot.md lists the keys.
namespace retake {

Json to_json(const EditSettings& settings);
// `bodies`: which of them a region may name.
EditSettings read_edit_settings(JsonFields fields, const BodySpans& bodies = {});

}  // namespace retake
