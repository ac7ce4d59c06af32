#include "retake/shot/edit_memory.h"

namespace retake {

namespace {

template <class Item>
std::size_t bytes_of(const std::vector<Item>& items) {
  return sizeof(Item) * items.size();
}

std::size_t beyond_itself(const EditSettings& settings) { return bytes_of(settings.region); }

std::size_t beyond_itself(const PoseKey& key) {
  return sizeof(float) * static_cast<std::size_t>(key.positions.size() + key.velocities.size()) +
         bytes_of(key.handles) +
         (key.span ? bytes_of(key.span->frequency.points()) + bytes_of(key.span->damping.points())
                   : 0);
}

template <class Item>
std::size_t with_items(const std::vector<Item>& items) {
  std::size_t bytes = bytes_of(items);
  for (const Item& item : items) bytes += beyond_itself(item);
  return bytes;
}

std::size_t beyond_itself(const Layer& layer) {
  return bytes_of(layer.weight.keys) + layer.content->memory();
}

// What poses of an edit share with the shot is counted too: the shot may have others by then.
std::size_t beyond_itself(const PoseSource& source) {
  std::size_t bytes = with_items(source.keys);
  if (source.about)
    for (const FrameView& frame : source.about->motion->frames)
      bytes += sizeof(float) * static_cast<std::size_t>(frame.size());
  return bytes;
}

struct BeyondItself {
  std::size_t operator()(const AddLayer& add) const { return beyond_itself(add.layer); }
  std::size_t operator()(const SetWeight& set) const { return bytes_of(set.weight.keys); }
  std::size_t operator()(const ChangeSettings& change) const {
    return beyond_itself(change.settings);
  }
  std::size_t operator()(const AddWish& add) const { return memory_of(add.wish); }
  std::size_t operator()(const ChangeWish& change) const { return memory_of(change.wish); }
  std::size_t operator()(const AnyLayerEdit& own) const { return own->memory(); }
  std::size_t operator()(const SetPoses& set) const {
    return set.poses ? beyond_itself(*set.poses) : 0;
  }
  std::size_t operator()(const AddPose& add) const { return beyond_itself(add.pose); }
  std::size_t operator()(const ChangePose& change) const { return beyond_itself(change.pose.key); }
  std::size_t operator()(const EditGroup& group) const {
    std::size_t bytes = 0;
    for (const Edit& edit : group.edits) bytes += memory_of(edit);
    return bytes;
  }
  template <class Other>
  std::size_t operator()(const Other&) const {
    return 0;
  }
};

}  // namespace

std::size_t memory_of(const Edit& edit) {
  return sizeof(Edit) + std::visit(BeyondItself{}, edit.what);
}

}  // namespace retake
