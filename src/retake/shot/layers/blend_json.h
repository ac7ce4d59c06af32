#pragma once
#include "retake/shot/json_fields.h"
#include "retake/shot/layers/blend.h"
#include "retake/shot/wish_json.h"

// Blend layers to JSON and back. docs/shot.md lists the keys.
namespace retake {

Json to_json(const Envelope& envelope);
// `envelope`: what is not said.
Envelope read_envelope(JsonFields fields, Envelope envelope = {});

Json to_json(const BlendDelta& delta);
BlendDelta read_delta(JsonFields fields, const LayerReading& reading);

extern const std::vector<std::string> blend_space_names;

// The keys of a layer beyond those that all have.
AnyLayerContent read_blend(JsonFields& fields, const LayerReading& reading);

}  // namespace retake
