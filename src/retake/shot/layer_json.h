#pragma once
#include "retake/shot/wish_json.h"

// Layers to JSON and back. docs/shot.md lists the keys. Ids that are absent read as 0; see
// number_layers.
namespace retake {

Json to_json(const WeightCurve& weight);
WeightCurve read_weight_curve(JsonFields fields);

Json to_json(const Envelope& envelope);
Envelope read_envelope(JsonFields fields);

extern const std::vector<std::string> blend_space_names;

// Of one layer's wishes: what stands for their poses.
Json to_json(const Layer& layer, const PoseToJson& pose = pose_numbers);
Layer read_layer(JsonFields fields, const LayerReading& reading);

// Gives an id to every layer, wish and displacement that has none (0). Throws InputError, with
// `where` in front, for ids below 0 or that occur twice.
void number_layers(std::vector<Layer>& layers, const std::string& where);

// The largest id in use; 0 where there is none.
int largest_id(const Layer& layer);
int largest_id(const std::vector<Layer>& layers);

}  // namespace retake
