#include "retake/shot/apply_pose_edit.h"

#include <algorithm>
#include <utility>

#include "retake/numerics/errors.h"
#include "retake/shot/layer_ids.h"
#include "retake/shot/shot_bodies.h"
#include "retake/shot/sources/poses.h"

namespace retake {

namespace {

PosesSource& source_of(Shot& shot) {
  if (auto* source = shot.source.find<PosesSource>()) return *source;
  throw InputError(
      {.what = "the shot has no poses", .advice = "Make poses of some of its frames first"});
}

template <class Keys>
auto find_pose(Keys& keys, int id) {
  const auto found = std::ranges::find_if(keys, [&](const PoseKey& key) { return key.id == id; });
  if (found == keys.end())
    throw InputError({.what = "no such pose", .found = "id " + std::to_string(id)});
  return found;
}

void check_new_pose(int id, const std::vector<PoseKey>& keys) {
  const bool used = std::ranges::any_of(keys, [&](const PoseKey& key) { return key.id == id; });
  if (id > 0 && id <= most_id && !used) return;
  throw InputError({.what = used ? "the id is in use" : "a pose needs an id above 0",
                    .found = std::to_string(id),
                    .advice = "Ask the document for a new one"});
}

std::shared_ptr<const PoseSource> in_order(PoseSource source) {
  std::ranges::stable_sort(source.keys, {}, &PoseKey::frame);
  return std::make_shared<const PoseSource>(std::move(source));
}

void take(Shot& shot, PoseSource source) { source_of(shot).poses = in_order(std::move(source)); }

// Where nothing is known to come back, the body stands still for as long.
void put_back_what_was(Shot& shot) {
  const PosesSource poses = source_of(shot);
  shot.source = poses.instead_of.value_or(RestSource(poses.poses->frames, poses.poses->fps));
}

bool same_points(const Eigen::Matrix3Xf& a, const Eigen::Matrix3Xf& b) {
  return a.cols() == b.cols() && a == b;
}

// The value that is there, where another is given for it.
template <class Value>
std::optional<Value> replaced(Value& value, const std::optional<Value>& given) {
  if (!given) return std::nullopt;
  return std::exchange(value, *given);
}

}  // namespace

Edit change_poses(Shot& shot, const SetPoses& edit) {
  if (!edit.poses) {
    SetPoses reverse = {source_of(shot).poses};
    put_back_what_was(shot);
    return {std::move(reverse)};
  }
  PoseSource source = *edit.poses;
  if (source.fps == 0) source.fps = frame_rate(shot);
  number_poses(source.keys, "the poses");
  SetPoses reverse = {poses_of(shot)};
  if (reverse.poses) {
    take(shot, std::move(source));
  } else {
    shot.source = PosesSource(in_order(std::move(source)), std::move(shot.source));
  }
  return {std::move(reverse)};
}

Edit change_poses(Shot& shot, const AddPose& edit) {
  PoseSource source = *source_of(shot).poses;
  check_new_pose(edit.pose.id, source.keys);
  source.keys.push_back(edit.pose);
  take(shot, std::move(source));
  return {RemovePose{edit.pose.id}};
}

Edit change_poses(Shot& shot, const RemovePose& edit) {
  PoseSource source = *source_of(shot).poses;
  const auto found = find_pose(source.keys, edit.pose);
  AddPose reverse = {std::move(*found)};
  source.keys.erase(found);
  take(shot, std::move(source));
  return {std::move(reverse)};
}

Edit change_poses(Shot& shot, const ChangePose& edit) {
  PoseSource source = *source_of(shot).poses;
  PoseKey& key = *find_pose(source.keys, edit.pose.key.id);
  PoseKey after = edit.pose.key;
  const bool keeps_positions = after.positions.cols() == 0;
  const bool keeps_velocities =
      edit.pose.keeps_velocities || same_points(after.velocities, key.velocities);
  if (keeps_positions) after.positions.swap(key.positions);
  if (keeps_velocities) after.velocities.swap(key.velocities);
  std::swap(key, after);  // `after` is what was before, without what stays
  if (keeps_positions) after.positions.resize(3, 0);
  if (keeps_velocities) after.velocities.resize(3, 0);
  take(shot, std::move(source));
  return {ChangePose{{std::move(after), keeps_velocities}, edit.drag}};
}

Edit change_poses(Shot& shot, const ChangePoseSettings& edit) {
  PoseSource source = *source_of(shot).poses;
  if (edit.share && !source.about)
    throw InputError({.what = "the poses stand alone: no motion is given that could swing",
                      .advice = "Import a cache with --wobble for that"});
  ChangePoseSettings reverse;
  reverse.settings = replaced(source.settings, edit.settings);
  reverse.frames = replaced(source.frames, edit.frames);
  reverse.modes = replaced(source.modes, edit.modes);
  reverse.holds = replaced(source.holds, edit.holds);
  if (source.about) reverse.share = replaced(source.about->share, edit.share);
  reverse.drag = edit.drag;
  take(shot, std::move(source));
  return {std::move(reverse)};
}

void check_source(const Shot& shot, PoseCheck check, const LayerLimits& before) {
  if (const auto poses = poses_of(shot)) {
    require_one_kind(shot.bodies.several(), "a motion between poses");
    validate(*poses, shot.body(), "the poses", check);
  }
  if (frame_count(shot) == before.frames) return;
  const LayerLimits limits = layer_limits(shot);
  for (const Layer& layer : shot.layers) check_layer(layer, limits);
}

}  // namespace retake
