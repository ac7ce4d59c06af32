#include "retake/shot/layer_json.h"

#include "retake/shot/json_table.h"
#include "retake/shot/layer_kinds.h"

namespace retake {

const std::vector<std::string> easing_names = {"linear", "smooth"};

static constexpr auto json_table(const WeightCurve::Key&) {
  return std::tuple{JsonRow{"frame", &WeightCurve::Key::frame},
                    JsonRow{"value", &WeightCurve::Key::value}};
}
static constexpr auto json_table(const WeightCurve&) {
  return std::tuple{JsonRow{"easing", &WeightCurve::easing, &easing_names},
                    JsonRow{"keys", &WeightCurve::keys}};
}

Json to_json(const WeightCurve& weight) { return table_to_json(weight); }

WeightCurve read_weight_curve(JsonFields fields) {
  return read_table<WeightCurve>(std::move(fields));
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
