#include "retake/shot/layers/blend_json.h"

#include <algorithm>

#include "retake/shot/layer_json.h"
#include "retake/shot/point_json.h"

namespace retake {

const std::vector<std::string> blend_space_names = {"world", "local"};

namespace {

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

}  // namespace

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

Json to_json(const BlendDelta& delta) {
  Json json = {{"id", delta.id}};
  if (!delta.name.empty()) json["name"] = delta.name;
  json["frame"] = delta.frame;
  write_point(json, delta.region);
  json["displacement"] = xyz(delta.displacement);
  return json;
}

BlendDelta read_delta(JsonFields fields, const LayerReading& reading) {
  BlendDelta delta;
  fields.read("id", delta.id);
  fields.read("name", delta.name);
  require_key(fields, "frame", "the frame where it was drawn, from 0");
  fields.read("frame", delta.frame);
  delta.region = read_point(fields, reading, PointUse::region);
  require_key(fields, "displacement", "three numbers, m");
  fields.read("displacement", delta.displacement);
  fields.finish();
  return delta;
}

void BlendLayer::write(Json& layer, const PoseToJson&) const {
  layer["envelope"] = to_json(envelope);
  layer["space"] = name_of(space, blend_space_names);
  layer["deltas"] = Json::array();
  for (const BlendDelta& delta : deltas) layer["deltas"].push_back(to_json(delta));
}

AnyLayerContent read_blend(JsonFields& fields, const LayerReading& reading) {
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

}  // namespace retake
