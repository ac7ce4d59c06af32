#include "retake/shot/layers/blend_edits.h"

#include "retake/shot/edit_items.h"
#include "retake/shot/json_table.h"
#include "retake/shot/layer_kinds.h"
#include "retake/shot/layers/blend_json.h"

namespace retake {

// What each edit consists of, to be written and read alike.
static constexpr auto json_table(const ChangeBlend&) {
  return std::tuple{JsonRow{"layer", &ChangeBlend::layer},
                    JsonRow{"envelope", &ChangeBlend::envelope},
                    JsonRow{"space", &ChangeBlend::space, &blend_space_names}};
}
static constexpr auto json_table(const AddDelta&) {
  return std::tuple{JsonRow{"layer", &AddDelta::layer}, JsonRow{"index", &AddDelta::index},
                    JsonRow{"delta", &AddDelta::delta}};
}
static constexpr auto json_table(const RemoveDelta&) {
  return std::tuple{JsonRow{"layer", &RemoveDelta::layer}, JsonRow{"delta", &RemoveDelta::delta}};
}
static constexpr auto json_table(const ChangeDelta&) {
  return std::tuple{JsonRow{"layer", &ChangeDelta::layer}, JsonRow{"delta", &ChangeDelta::delta},
                    JsonRow{"drag", &ChangeDelta::number}};
}

namespace {

struct BlendValues {
  const LayerReading* reading = nullptr;  // to read

  void write(Json& json, const Envelope& envelope) const { json = to_json(envelope); }
  void write(Json& json, const BlendDelta& delta) const { json = to_json(delta); }
  void read(JsonFields& fields, const char* key, Envelope& envelope) const {
    envelope = read_envelope(fields.object(key));
  }
  void read(JsonFields& fields, const char* key, BlendDelta& delta) const {
    delta = read_delta(fields.object(key), *reading);
  }
};

template <class Change>
AnyLayerEdit read_change(JsonFields& fields, const LayerReading& reading) {
  Change change;
  read_fields(fields, change, BlendValues{&reading});
  return change;
}

const LayerEditKind change_blend = {"change_blend", "Change envelope", read_change<ChangeBlend>};
const LayerEditKind add_delta = {"add_delta", "Add displacement", read_change<AddDelta>};
const LayerEditKind remove_delta = {"remove_delta", "Delete displacement",
                                    read_change<RemoveDelta>};
const LayerEditKind change_delta = {"change_delta", "Change displacement",
                                    read_change<ChangeDelta>};

BlendLayer& blend_of(Layer& layer) { return content_of<BlendLayer>(layer, blend_kind().name); }

auto delta_of(Layer& layer, int id) {
  return find_id(blend_of(layer).deltas, id, "displacement", spoken(layer));
}

}  // namespace

std::vector<const LayerEditKind*> blend_edit_kinds() {
  return {&change_blend, &add_delta, &remove_delta, &change_delta};
}

ChangeBlend::ChangeBlend(int to, const Envelope& new_envelope, BlendSpace new_space)
    : envelope(new_envelope), space(new_space) {
  layer = to;
}

const LayerEditKind& ChangeBlend::kind() const { return change_blend; }

void ChangeBlend::write(Json& json) const { write_fields(json, *this, BlendValues{}); }

AnyLayerEdit ChangeBlend::apply(Layer& to) const {
  BlendLayer& blend = blend_of(to);
  return ChangeBlend(layer, std::exchange(blend.envelope, envelope),
                     std::exchange(blend.space, space));
}

AddDelta::AddDelta(int to, int at, BlendDelta added) : index(at), delta(std::move(added)) {
  layer = to;
}

const LayerEditKind& AddDelta::kind() const { return add_delta; }

void AddDelta::write(Json& json) const { write_fields(json, *this, BlendValues{}); }

AnyLayerEdit AddDelta::apply(Layer& to) const {
  insert_at(blend_of(to).deltas, index, delta, spoken(to));
  return RemoveDelta(layer, delta.id);
}

std::size_t AddDelta::memory() const { return memory_of(delta); }

RemoveDelta::RemoveDelta(int from, int removed) : delta(removed) { layer = from; }

const LayerEditKind& RemoveDelta::kind() const { return remove_delta; }

void RemoveDelta::write(Json& json) const { write_fields(json, *this, BlendValues{}); }

AnyLayerEdit RemoveDelta::apply(Layer& to) const {
  std::vector<BlendDelta>& deltas = blend_of(to).deltas;
  const auto found = delta_of(to, delta);
  AddDelta reverse(layer, static_cast<int>(found - deltas.begin()), std::move(*found));
  deltas.erase(found);
  return reverse;
}

ChangeDelta::ChangeDelta(int to, BlendDelta changed, int drag_number)
    : delta(std::move(changed)), number(drag_number) {
  layer = to;
}

const LayerEditKind& ChangeDelta::kind() const { return change_delta; }

void ChangeDelta::write(Json& json) const { write_fields(json, *this, BlendValues{}); }

AnyLayerEdit ChangeDelta::apply(Layer& to) const {
  return ChangeDelta(layer, std::exchange(*delta_of(to, delta.id), delta), number);
}

std::size_t ChangeDelta::memory() const { return memory_of(delta); }

void ChangeDelta::tell_move(Json& moved) const {
  moved["delta"] = delta.id;
  moved["displacement"] = xyz(delta.displacement);
}

}  // namespace retake
