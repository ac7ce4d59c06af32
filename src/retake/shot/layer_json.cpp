#include "retake/shot/layer_json.h"

#include <algorithm>

#include "retake/shot/settings_json.h"

namespace retake {

const std::vector<std::string> blend_space_names = {"world", "local"};

namespace {

const std::vector<std::string> easing_names = {"linear", "smooth"};
const std::vector<std::string> layer_kinds = {"green", "blend"};

void write_content(Json& json, const GreenLayer& green, const PoseToJson& pose) {
  json["settings"] = to_json(green.settings);
  json["wishes"] = Json::array();
  for (const LayerWish& wish : green.wishes) json["wishes"].push_back(to_json(wish, pose));
}

void write_content(Json& json, const BlendLayer& blend, const PoseToJson&) {
  json["envelope"] = to_json(blend.envelope);
  json["space"] = name_of(blend.space, blend_space_names);
  json["deltas"] = Json::array();
  for (const BlendDelta& delta : blend.deltas) json["deltas"].push_back(to_json(delta));
}

GreenLayer read_green(JsonFields& fields, const LayerReading& reading) {
  GreenLayer green;
  green.settings.modes = usual_modes(reading.body.vertex_count());
  if (fields.has("settings")) {
    green.settings = read_edit_settings(fields.object("settings"), reading);
  }
  for (const JsonFields& wish : fields.objects("wishes")) {
    green.wishes.push_back(read_wish(wish, reading));
  }
  return green;
}

// What is not said of an envelope: it holds the frames where displacements were drawn.
Envelope envelope_around(const std::vector<BlendDelta>& deltas) {
  Envelope envelope;
  if (deltas.empty()) return envelope;
  const auto [first, last] = std::minmax_element(
      deltas.begin(), deltas.end(), [](const auto& a, const auto& b) { return a.frame < b.frame; });
  envelope.hold_first = first->frame;
  envelope.hold_last = last->frame;
  return envelope;
}

BlendLayer read_blend(JsonFields& fields, const LayerReading& reading) {
  BlendLayer blend;
  fields.read_enum("space", blend_space_names, blend.space);
  for (const JsonFields& delta : fields.objects("deltas")) {
    blend.deltas.push_back(read_delta(delta, reading));
  }
  blend.envelope = envelope_around(blend.deltas);
  if (fields.has("envelope")) {
    blend.envelope = read_envelope(fields.object("envelope"), blend.envelope);
  }
  return blend;
}

}  // namespace

Json to_json(const WeightCurve& weight) {
  Json keys = Json::array();
  for (const WeightCurve::Key& key : weight.keys) {
    keys.push_back({{"frame", key.frame}, {"value", key.value}});
  }
  return {{"easing", name_of(weight.easing, easing_names)}, {"keys", keys}};
}

WeightCurve read_weight_curve(JsonFields fields) {
  WeightCurve weight;
  fields.read_enum("easing", easing_names, weight.easing);
  for (JsonFields& key_fields : fields.objects("keys")) {
    WeightCurve::Key key;
    key_fields.read("frame", key.frame);
    key_fields.read("value", key.value);
    key_fields.finish();
    weight.keys.push_back(key);
  }
  fields.finish();
  return weight;
}

Json to_json(const Envelope& envelope) {
  return {{"hold", {envelope.hold_first, envelope.hold_last}},
          {"ease_in", envelope.ease_in},
          {"ease_out", envelope.ease_out},
          {"easing", name_of(envelope.easing, easing_names)}};
}

Envelope read_envelope(JsonFields fields, Envelope envelope) {
  if (const auto hold = fields.read_frame_pair("hold")) {
    envelope.hold_first = hold->first;
    envelope.hold_last = hold->second;
  }
  fields.read("ease_in", envelope.ease_in);
  fields.read("ease_out", envelope.ease_out);
  fields.read_enum("easing", easing_names, envelope.easing);
  fields.finish();
  return envelope;
}

Json to_json(const Layer& layer, const PoseToJson& pose) {
  Json json = {{"id", layer.id},
               {"name", layer.name},
               {"kind", layer_kinds[layer.content.index()]},
               {"muted", layer.muted},
               {"solo", layer.solo}};
  if (layer.weight != WeightCurve{}) json["weight"] = to_json(layer.weight);
  std::visit([&](const auto& content) { write_content(json, content, pose); }, layer.content);
  return json;
}

Layer read_layer(JsonFields fields, const LayerReading& reading) {
  Layer layer;
  fields.read("id", layer.id);
  fields.read("name", layer.name);
  fields.read("muted", layer.muted);
  fields.read("solo", layer.solo);
  if (fields.has("weight")) layer.weight = read_weight_curve(fields.object("weight"));
  fields.required_text("kind");
  if (fields.read_choice("kind", layer_kinds, 0) == 0) {
    layer.content = read_green(fields, reading);
  } else {
    layer.content = read_blend(fields, reading);
  }
  fields.finish();
  return layer;
}

}  // namespace retake
