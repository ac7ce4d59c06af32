#pragma once
#include "retake/interpolation/pose_settings.h"
#include "retake/shot/json_fields.h"

// How a body goes from pose to pose, to JSON and back. docs/shot.md lists the keys.
namespace retake {

void write_pose_settings(Json& json, const PoseSettings& settings);
PoseSettings read_pose_settings(JsonFields& fields);

}  // namespace retake
