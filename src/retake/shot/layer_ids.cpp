#include "retake/shot/layer_ids.h"

#include <algorithm>
#include <set>

#include "retake/numerics/errors.h"

namespace retake {

namespace {

// Every id of a layer, its own first. `LayerType`: Layer or const Layer.
template <class LayerType, class Visit>
void for_each_id(LayerType& layer, const Visit& visit) {
  visit(layer.id);
  if (auto* green = std::get_if<GreenLayer>(&layer.content)) {
    for (auto& wish : green->wishes) visit(wish.id);
  } else if (auto* blend = std::get_if<BlendLayer>(&layer.content)) {
    for (auto& delta : blend->deltas) visit(delta.id);
  }
}

std::string out_of_range(int id) { return id <= 0 ? "an id below 1" : "an id that is too large"; }

}  // namespace

void number_layers(std::vector<Layer>& layers, const std::string& where) {
  std::set<int> used;
  for (const Layer& layer : layers) {
    for_each_id(layer, [&](int id) {
      const bool in_range = id > 0 && id <= most_id;
      if (id == 0 || (in_range && used.insert(id).second)) return;
      throw InputError({.what = in_range ? "two things have the same id" : out_of_range(id),
                        .where = where + ", layer '" + layer.name + "'",
                        .found = std::to_string(id),
                        .advice = "Leave ids out to have them given"});
    });
  }
  int last = used.empty() ? 0 : *used.rbegin();
  for (Layer& layer : layers) {
    for_each_id(layer, [&](int& id) {
      if (id == 0) id = ++last;
    });
  }
}

int largest_id(const Layer& layer) {
  int largest = 0;
  for_each_id(layer, [&](int id) { largest = std::max(largest, id); });
  return largest;
}

int largest_id(const std::vector<Layer>& layers) {
  int largest = 0;
  for (const Layer& layer : layers) largest = std::max(largest, largest_id(layer));
  return largest;
}

void check_new_id(int id, const std::vector<Layer>& layers) {
  const bool in_range = id > 0 && id <= most_id;
  bool used = false;
  for (const Layer& layer : layers) {
    for_each_id(layer, [&](int other) { used = used || id == other; });
  }
  if (in_range && !used) return;
  throw InputError({.what = in_range ? "the id is in use" : out_of_range(id),
                    .found = std::to_string(id),
                    .advice = "Ask the document for a new one"});
}

void check_new_ids(const Layer& layer, const std::vector<Layer>& layers) {
  for_each_id(layer, [&](int id) { check_new_id(id, layers); });
}

void number_anew(Layer& layer, int& last_id) {
  layer.id = ++last_id;
  if (auto* green = std::get_if<GreenLayer>(&layer.content)) {
    for (LayerWish& wish : green->wishes) wish.id = ++last_id;
  } else {
    for (BlendDelta& delta : std::get<BlendLayer>(layer.content).deltas) delta.id = ++last_id;
  }
}

}  // namespace retake
