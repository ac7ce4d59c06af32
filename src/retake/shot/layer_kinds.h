#pragma once
#include <functional>
#include <string>
#include <vector>

#include "retake/shot/kind_table.h"
#include "retake/shot/layer_content.h"
#include "retake/shot/layer_edit.h"

namespace retake {

struct WishMethod;

// A row of the table: what must be known of a kind of layer before there is a layer of it.
struct LayerKind {
  std::string name;  // in files and messages; its keys are `NAME_layer` in docs/shot.schema.json
  // The rest of a layer's keys.
  std::function<AnyLayerContent(JsonFields& fields, const LayerReading& reading)> read;
  std::vector<const LayerEditKind*> edits = {};  // that it alone knows
  const WishMethod* method = nullptr;            // of a layer that holds wishes (wish_layer.h)
};

KindTable<LayerKind>& layer_kinds();

}  // namespace retake
