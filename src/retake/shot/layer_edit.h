#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "retake/shot/polymorphic.h"

namespace retake {

class JsonFields;
struct Layer;
struct LayerEditKind;
struct LayerReading;

// What a hand drags: moves of one drag number, one after the other, undo as one; 0: each for
// itself.
struct LayerDrag {
  int number = 0;
  int item = 0;  // the id of what is moved
};

// A change of a layer that only its kind knows. Like every edit a value: applied, undone,
// journaled, and sent by an editor as the same one.
class LayerEdit {
 public:
  using Json = nlohmann::ordered_json;

  int layer = 0;  // its id

  virtual ~LayerEdit() = default;
  virtual std::unique_ptr<LayerEdit> clone() const = 0;  // Cloneable does this
  virtual const LayerEditKind& kind() const = 0;

  // Adds all of its keys, `layer` among them.
  virtual void write(Json& json) const = 0;
  // Changes the layer; the edit that takes it back. Throws InputError, and changes nothing, for
  // what the layer does not have. Whether the layer makes sense afterwards is checked elsewhere.
  virtual Polymorphic<LayerEdit> apply(Layer& to) const = 0;
  // What it holds beyond itself, bytes.
  virtual std::size_t memory() const { return 0; }

  // Of what it adds: new in the shot; and others in their place.
  virtual std::vector<int> new_ids() const { return {}; }
  virtual void set_new_ids(const std::vector<int>& /*ids*/) {}

  // None: no hand drags by it. One that does says in a message where it is now.
  virtual std::optional<LayerDrag> drag() const { return {}; }
  virtual void tell_move(Json& /*moved*/) const {}
};

using AnyLayerEdit = Polymorphic<LayerEdit>;

// A row of a layer kind for each of its edits.
struct LayerEditKind {
  std::string name;   // in journals and messages: "change_blend"
  std::string title;  // for people: "Change envelope"
  std::function<AnyLayerEdit(JsonFields& fields, const LayerReading& reading)> read;
};

}  // namespace retake
