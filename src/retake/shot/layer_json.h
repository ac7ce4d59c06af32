#pragma once
#include "retake/shot/layer.h"
#include "retake/shot/wish_json.h"

// Layers to JSON and back. docs/shot.md lists the keys. Ids that are absent read as 0; see
// layer_ids.h.
namespace retake {

Json to_json(const WeightCurve& weight);
WeightCurve read_weight_curve(JsonFields fields);

extern const std::vector<std::string> easing_names;

// Of one layer's wishes: what stands for their poses.
Json to_json(const Layer& layer, const PoseToJson& pose = pose_numbers);
Layer read_layer(JsonFields fields, const LayerReading& reading);

}  // namespace retake
