#include "retake/shot/apply_edit.h"

#include <algorithm>
#include <set>
#include <utility>

#include "retake/shot/apply_pose_edit.h"
#include "retake/shot/edit_items.h"
#include "retake/shot/layer_ids.h"
#include "retake/shot/layer_kinds.h"

namespace retake {

namespace {

auto find_layer(Shot& shot, int id) { return find_id(shot.layers, id, "layer", "the shot"); }

// The kinds of layers that hold wishes, for messages.
std::string wish_kinds() {
  std::string names;
  for (const LayerKind* kind : layer_kinds().rows()) {
    if (kind->method != nullptr) names += (names.empty() ? "" : " or ") + kind->name;
  }
  return names;
}

WishLayer& wishes_of(Layer& layer) { return content_of<WishLayer>(layer, wish_kinds()); }

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
    ChangeSettings reverse = {edit.layer, wishes_of(*find_layer(shot, edit.layer)).settings};
    change(edit.layer, [&](Layer& layer) { wishes_of(layer).settings = edit.settings; });
    return {std::move(reverse)};
  }

  Edit operator()(const AddWish& edit) const {
    check_new_id(edit.wish.id, shot.layers);
    change(edit.layer, [&](Layer& layer) {
      insert_at(wishes_of(layer).wishes, edit.index, edit.wish, spoken(layer));
    });
    return {RemoveWish{edit.layer, edit.wish.id}};
  }

  Edit operator()(const RemoveWish& edit) const {
    auto& wishes = wishes_of(*find_layer(shot, edit.layer)).wishes;
    const auto found = wish_in(edit.layer, edit.wish);
    AddWish reverse = {edit.layer, static_cast<int>(found - wishes.begin()), std::move(*found)};
    wishes.erase(found);
    return {std::move(reverse)};
  }

  Edit operator()(const ChangeWish& edit) const {
    ChangeWish reverse = {edit.layer, *wish_in(edit.layer, edit.wish.id)};
    change(edit.layer, [&](Layer& layer) {
      auto& wishes = wishes_of(layer).wishes;
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

  // What only the layer's kind knows.
  Edit operator()(const AnyLayerEdit& edit) const {
    for (const int id : edit->new_ids()) check_new_id(id, shot.layers);
    std::optional<AnyLayerEdit> reverse;
    change(edit->layer, [&](Layer& layer) { reverse = edit->apply(layer); });
    return {std::move(*reverse)};
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
  std::vector<LayerWish>::iterator wish_in(int layer, int id) const {
    return find_id(wishes_of(*find_layer(shot, layer)).wishes, id, "wish",
                   spoken(*find_layer(shot, layer)));
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
  if (const auto* added = std::get_if<AddPose>(&edit.what)) return added->pose.id;
  if (const auto* set = std::get_if<SetPoses>(&edit.what))
    return set->poses ? largest_id(*set->poses) : 0;
  int largest = 0;
  if (const auto* own = std::get_if<AnyLayerEdit>(&edit.what)) {
    for (const int id : (*own)->new_ids()) largest = std::max(largest, id);
  }
  if (const auto* group = std::get_if<EditGroup>(&edit.what)) {
    for (const Edit& part : group->edits) largest = std::max(largest, largest_id(part));
  }
  return largest;
}

}  // namespace retake
