#include "retake/shot/layer_json.h"

#include "retake/shot/layer_kinds.h"

namespace retake {

const std::vector<std::string> easing_names = {"linear", "smooth"};

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

Json to_json(const Layer& layer, const PoseToJson& pose) {
  Json json = {{"id", layer.id},
               {"name", layer.name},
               {"kind", layer.content->kind().name},
               {"muted", layer.muted},
               {"solo", layer.solo}};
  if (layer.weight != WeightCurve{}) json["weight"] = to_json(layer.weight);
  layer.content->write(json, pose);
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
  layer.content = layer_kinds().read(fields, "kind").read(fields, reading);
  fields.finish();
  return layer;
}

}  // namespace retake
