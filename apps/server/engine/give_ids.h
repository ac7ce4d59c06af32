#pragma once
#include <vector>

#include "retake/numerics/errors.h"
#include "retake/shot/document.h"
#include "retake/shot/layer_ids.h"

namespace retake::server {

// Gives ids to what is new, and tells them in order.
struct GiveIds {
  Document& document;
  std::vector<int> given = {};

  void give(int& id) {
    if (id != 0) {
      throw InputError({.what = "the program gives ids to what is new",
                        .found = "id " + std::to_string(id),
                        .advice = "Leave the id out"});
    }
    id = document.new_id();
    given.push_back(id);
  }

  void operator()(AddLayer& add) {
    give_ids(add.layer, [&](int id) {
      give(id);
      return id;
    });
  }
  void operator()(AddWish& add) { give(add.wish.id); }
  void operator()(AnyLayerEdit& own) {
    std::vector<int> ids = own->new_ids();
    for (int& id : ids) give(id);
    if (!ids.empty()) own->set_new_ids(ids);
  }
  void operator()(AddPose& add) { give(add.pose.id); }
  void operator()(SetPoses& set) {
    if (!set.poses) return;
    PoseSource numbered = *set.poses;
    for (PoseKey& key : numbered.keys) give(key.id);
    set.poses = std::make_shared<const PoseSource>(std::move(numbered));
  }
  void operator()(EditGroup& group) {
    for (Edit& edit : group.edits) std::visit(*this, edit.what);
  }
  template <class Other>
  void operator()(Other&) {}
};

}  // namespace retake::server
