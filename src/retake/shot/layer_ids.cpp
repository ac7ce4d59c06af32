#include "retake/shot/layer_ids.h"

#include <algorithm>
#include <set>

#include "retake/numerics/errors.h"

namespace retake {

namespace {

// Every id of a layer, its own first.
std::vector<int> ids_of(const Layer& layer) {
  std::vector<int> ids = layer.content->ids();
  ids.insert(ids.begin(), layer.id);
  return ids;
}

// Others, in that order.
void set_ids(Layer& layer, std::vector<int> ids) {
  layer.id = ids.front();
  ids.erase(ids.begin());
  layer.content->set_ids(ids);
}

std::string out_of_range(int id) { return id <= 0 ? "an id below 1" : "an id that is too large"; }

}  // namespace

void number_layers(std::vector<Layer>& layers, const std::string& where) {
  std::set<int> used;
  for (const Layer& layer : layers) {
    for (const int id : ids_of(layer)) {
      const bool in_range = id > 0 && id <= most_id;
      if (id == 0 || (in_range && used.insert(id).second)) continue;
      throw InputError({.what = in_range ? "two things have the same id" : out_of_range(id),
                        .where = where + ", layer '" + layer.name + "'",
                        .found = std::to_string(id),
                        .advice = "Leave ids out to have them given"});
    }
  }
  int last = used.empty() ? 0 : *used.rbegin();
  for (Layer& layer : layers) {
    give_ids(layer, [&](int id) { return id == 0 ? ++last : id; });
  }
}

void give_ids(Layer& layer, const std::function<int(int)>& other) {
  std::vector<int> ids = ids_of(layer);
  for (int& id : ids) id = other(id);
  set_ids(layer, std::move(ids));
}

int largest_id(const Layer& layer) { return std::max(0, std::ranges::max(ids_of(layer))); }

int largest_id(const std::vector<Layer>& layers) {
  int largest = 0;
  for (const Layer& layer : layers) largest = std::max(largest, largest_id(layer));
  return largest;
}

void check_new_id(int id, const std::vector<Layer>& layers) {
  const bool in_range = id > 0 && id <= most_id;
  const bool used = std::ranges::any_of(
      layers, [&](const Layer& layer) { return std::ranges::count(ids_of(layer), id) != 0; });
  if (in_range && !used) return;
  throw InputError({.what = in_range ? "the id is in use" : out_of_range(id),
                    .found = std::to_string(id),
                    .advice = "Ask the document for a new one"});
}

void check_new_ids(const Layer& layer, const std::vector<Layer>& layers) {
  for (const int id : ids_of(layer)) check_new_id(id, layers);
}

void number_anew(Layer& layer, int& last_id) {
  give_ids(layer, [&](int) { return ++last_id; });
}

}  // namespace retake
