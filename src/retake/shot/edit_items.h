#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "retake/numerics/errors.h"
#include "retake/shot/layer_checks.h"

// What edits do to lists of things with ids. Each throws InputError, and changes nothing, for what
// is not there.
namespace retake {

template <class Items>
auto find_id(Items& items, int id, const std::string& what, const std::string& where) {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.id == id; });
  if (found != items.end()) return found;
  throw InputError(
      {.what = "no such " + what, .where = where, .found = "id " + std::to_string(id)});
}

// An index from 0 to `last`.
inline void check_place(int index, std::size_t last, const std::string& where) {
  if (index >= 0 && static_cast<std::size_t>(index) <= last) return;
  throw InputError({.what = "no such place",
                    .where = where,
                    .expected = "0 to " + std::to_string(last),
                    .found = std::to_string(index)});
}

template <class Item>
void insert_at(std::vector<Item>& items, int index, const Item& item, const std::string& where) {
  check_place(index, items.size(), where);
  items.insert(items.begin() + index, item);
}

// The content of a layer that must be of one of the `expected` kinds.
template <class Content>
Content& content_of(Layer& layer, const std::string& expected) {
  if (auto* content = layer.content.find<Content>()) return *content;
  throw InputError(
      {.what = "a layer of another kind", .where = spoken(layer), .expected = expected});
}

}  // namespace retake
