#pragma once
#include "retake/interpolation/pose_settings.h"
#include "retake/shot/json_fields.h"

// How a body goes from pose to pose, to JSON and back. docs/shot.md lists the keys.
namespace retake {

void write_pose_settings(Json& json, const PoseSettings& settings);
PoseSettings read_pose_settings(JsonFields& fields);

// What a span has of its own: the key `span` of the pose that it begins with. None where it is
// absent or null.
Json span_curves_to_json(const SpanCurves& curves);
std::optional<SpanCurves> read_span_curves(JsonFields& fields);

}  // namespace retake
