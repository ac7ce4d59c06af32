#include "retake/shot/apply_edit.h"

#include <algorithm>
#include <set>
#include <utility>

#include "retake/numerics/errors.h"
#include "retake/shot/apply_pose_edit.h"
#include "retake/shot/layer_ids.h"

namespace retake {

namespace {

[[noreturn]] void refuse_id(const std::string& what, const std::string& where, int id) {
  throw InputError(
      {.what = "no such " + what, .where = where, .found = "id " + std::to_string(id)});
}

template <class Items>
auto find_id(Items& items, int id, const std::string& what, const std::string& where) {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.id == id; });
  if (found == items.end()) refuse_id(what, where, id);
  return found;
}

auto find_layer(Shot& shot, int id) { return find_id(shot.layers, id, "layer", "the shot"); }

// The content of a layer that must be of that kind.
template <class Content>
Content& content_of(Layer& layer) {
  if (auto* content = std::get_if<Content>(&layer.content)) return *content;
  throw InputError({.what = "a layer of another kind",
                    .where = spoken(layer),
                    .expected = std::is_same_v<Content, GreenLayer> ? "green" : "blend"});
}

// An index from 0 to `last`.
void check_place(int index, std::size_t last, const std::string& where) {
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

// What a group has changed: checked when all of it is done.
struct Changed {
  std::set<int> layers;
  std::optional<PoseCheck> poses;
};

// Each kind of edit: changes the shot, returns the reverse.
struct Apply {
  Shot& shot;
  const LayerLimits& limits;
  Changed* changed = nullptr;  // that somebody checks later; null: all is checked now

  Edit operator()(const RenameShot& edit) const {
    return {RenameShot{std::exchange(shot.name, edit.name)}};
  }

  Edit operator()(const AddLayer& edit) const {
    check_new_ids(edit.layer, shot.layers);
    check_layer_count(shot.layers.size() + 1);
    check_or_note(edit.layer);
    insert_at(shot.layers, edit.index, edit.layer, "the stack of layers");
    return {RemoveLayer{edit.layer.id}};
  }

  Edit operator()(const RemoveLayer& edit) const {
    const auto found = find_layer(shot, edit.layer);
    AddLayer reverse = {static_cast<int>(found - shot.layers.begin()), std::move(*found)};
    shot.layers.erase(found);
    return {std::move(reverse)};
  }

  Edit operator()(const MoveLayer& edit) const {
    const auto from = find_layer(shot, edit.layer);
    check_place(edit.index, shot.layers.size() - 1, "the stack of layers");
    const auto to = shot.layers.begin() + edit.index;
    const MoveLayer reverse = {edit.layer, static_cast<int>(from - shot.layers.begin())};
    if (from < to) {
      std::rotate(from, from + 1, to + 1);
    } else {
      std::rotate(to, from, from + 1);
    }
    return {reverse};
  }

  Edit operator()(const RenameLayer& edit) const {
    return {RenameLayer{edit.layer, std::exchange(find_layer(shot, edit.layer)->name, edit.name)}};
  }

  Edit operator()(const SetMuted& edit) const {
    return {SetMuted{edit.layer, std::exchange(find_layer(shot, edit.layer)->muted, edit.muted)}};
  }

  Edit operator()(const SetSolo& edit) const {
    return {SetSolo{edit.layer, std::exchange(find_layer(shot, edit.layer)->solo, edit.solo)}};
  }

  Edit operator()(const SetWeight& edit) const {
    SetWeight reverse = {edit.layer, find_layer(shot, edit.layer)->weight};
    change(edit.layer, [&](Layer& layer) { layer.weight = edit.weight; });
    return {std::move(reverse)};
  }

  Edit operator()(const ChangeSettings& edit) const {
    ChangeSettings reverse = {edit.layer, green(edit.layer).settings};
    change(edit.layer,
           [&](Layer& layer) { content_of<GreenLayer>(layer).settings = edit.settings; });
    return {std::move(reverse)};
  }

  Edit operator()(const AddWish& edit) const {
    check_new_id(edit.wish.id, shot.layers);
    change(edit.layer, [&](Layer& layer) {
      insert_at(content_of<GreenLayer>(layer).wishes, edit.index, edit.wish, spoken(layer));
    });
    return {RemoveWish{edit.layer, edit.wish.id}};
  }

  Edit operator()(const RemoveWish& edit) const {
    auto& wishes = green(edit.layer).wishes;
    const auto found = wish_in(edit.layer, edit.wish);
    AddWish reverse = {edit.layer, static_cast<int>(found - wishes.begin()), std::move(*found)};
    wishes.erase(found);
    return {std::move(reverse)};
  }

  Edit operator()(const ChangeWish& edit) const {
    ChangeWish reverse = {edit.layer, *wish_in(edit.layer, edit.wish.id)};
    change(edit.layer, [&](Layer& layer) {
      auto& wishes = content_of<GreenLayer>(layer).wishes;
      *find_id(wishes, edit.wish.id, "wish", spoken(layer)) = edit.wish;
    });
    return {std::move(reverse)};
  }

  // While dragging: looks at the target alone.
  Edit operator()(const MoveWish& edit) const {
    LayerWish& wish = *wish_in(edit.layer, edit.wish);
    MoveWish reverse = edit;
    reverse.target = std::exchange(wish.wish.target, edit.target);
    try {
      check_target(*find_layer(shot, edit.layer), wish, limits);
    } catch (...) {
      wish.wish.target = reverse.target;
      throw;
    }
    return {reverse};
  }

  Edit operator()(const ChangeBlend& edit) const {
    const BlendLayer& old = blend(edit.layer);
    const ChangeBlend reverse = {edit.layer, old.envelope, old.space};
    change(edit.layer, [&](Layer& layer) {
      auto& content = content_of<BlendLayer>(layer);
      content.envelope = edit.envelope;
      content.space = edit.space;
    });
    return {reverse};
  }

  Edit operator()(const AddDelta& edit) const {
    check_new_id(edit.delta.id, shot.layers);
    change(edit.layer, [&](Layer& layer) {
      insert_at(content_of<BlendLayer>(layer).deltas, edit.index, edit.delta, spoken(layer));
    });
    return {RemoveDelta{edit.layer, edit.delta.id}};
  }

  Edit operator()(const RemoveDelta& edit) const {
    auto& deltas = blend(edit.layer).deltas;
    const auto found = delta_in(edit.layer, edit.delta);
    AddDelta reverse = {edit.layer, static_cast<int>(found - deltas.begin()), std::move(*found)};
    deltas.erase(found);
    return {std::move(reverse)};
  }

  Edit operator()(const ChangeDelta& edit) const {
    ChangeDelta reverse = {edit.layer, *delta_in(edit.layer, edit.delta.id), edit.drag};
    change(edit.layer, [&](Layer& layer) {
      auto& deltas = content_of<BlendLayer>(layer).deltas;
      *find_id(deltas, edit.delta.id, "displacement", spoken(layer)) = edit.delta;
    });
    return {std::move(reverse)};
  }

  // Poses.
  template <class PoseEdit>
  requires requires(Shot& any, const PoseEdit& edit) { change_poses(any, edit); }
  Edit operator()(const PoseEdit& edit) const {
    Edit reverse = change_poses(shot, edit);
    if (changed != nullptr) {
      changed->poses = std::max(changed->poses, std::optional(check_after(edit)));
      return reverse;
    }
    Changed unchecked;
    try {
      check_source(shot, check_after(edit), limits);
    } catch (...) {
      std::visit(Apply{shot, limits, &unchecked}, reverse.what);
      throw;
    }
    return reverse;
  }

  Edit operator()(const EditGroup& group) const {
    EditGroup reverse = {group.name, {}};
    Changed own;
    const Apply part = {shot, limits, changed != nullptr ? changed : &own};
    try {
      for (const Edit& edit : group.edits) reverse.edits.push_back(std::visit(part, edit.what));
      check(own);
    } catch (...) {
      std::reverse(reverse.edits.begin(), reverse.edits.end());
      for (const Edit& edit : reverse.edits) std::visit(part, edit.what);
      throw;
    }
    std::reverse(reverse.edits.begin(), reverse.edits.end());
    return {std::move(reverse)};
  }

 private:
  GreenLayer& green(int layer) const { return content_of<GreenLayer>(*find_layer(shot, layer)); }
  BlendLayer& blend(int layer) const { return content_of<BlendLayer>(*find_layer(shot, layer)); }

  std::vector<LayerWish>::iterator wish_in(int layer, int id) const {
    return find_id(green(layer).wishes, id, "wish", spoken(*find_layer(shot, layer)));
  }
  std::vector<BlendDelta>::iterator delta_in(int layer, int id) const {
    return find_id(blend(layer).deltas, id, "displacement", spoken(*find_layer(shot, layer)));
  }

  void check(const Changed& what) const {
    if (what.poses) check_source(shot, *what.poses, limits);
    const LayerLimits now = what.poses ? layer_limits(shot) : limits;
    for (const Layer& layer : shot.layers) {
      if (what.layers.contains(layer.id)) check_layer(layer, now);
    }
  }

  void check_or_note(const Layer& layer) const {
    if (changed != nullptr) {
      changed->layers.insert(layer.id);
    } else {
      check_layer(layer, limits);
    }
  }

  // The layer as `action` leaves it takes the old one's place if it makes sense. Where `action`
  // throws it has changed nothing.
  template <class Action>
  void change(int id, const Action& action) const {
    Layer& layer = *find_layer(shot, id);
    if (changed != nullptr) {
      action(layer);
      changed->layers.insert(id);
      return;
    }
    Layer after = layer;
    action(after);
    check_layer(after, limits);
    layer = std::move(after);
  }
};

}  // namespace

Edit apply(Shot& shot, const Edit& edit, const LayerLimits& limits) {
  return std::visit(Apply{shot, limits}, edit.what);
}

int largest_id(const Edit& edit) {
  if (const auto* added = std::get_if<AddLayer>(&edit.what)) return largest_id(added->layer);
  if (const auto* added = std::get_if<AddWish>(&edit.what)) return added->wish.id;
  if (const auto* added = std::get_if<AddDelta>(&edit.what)) return added->delta.id;
  if (const auto* added = std::get_if<AddPose>(&edit.what)) return added->pose.id;
  if (const auto* set = std::get_if<SetPoses>(&edit.what))
    return set->poses ? largest_id(*set->poses) : 0;
  int largest = 0;
  if (const auto* group = std::get_if<EditGroup>(&edit.what)) {
    for (const Edit& part : group->edits) largest = std::max(largest, largest_id(part));
  }
  return largest;
}

}  // namespace retake
