#include "retake/shot/apply_pose_edit.h"

#include <algorithm>
#include <utility>

#include "retake/numerics/errors.h"
#include "retake/shot/layer_ids.h"
#include "retake/shot/shot_bodies.h"

namespace retake {

namespace {

const PoseSource& poses_of(const Shot& shot) {
  if (shot.source == SourceKind::poses && shot.poses) return *shot.poses;
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

void take(Shot& shot, PoseSource source) {
  std::ranges::stable_sort(source.keys, {}, &PoseKey::frame);
  shot.poses = std::make_shared<const PoseSource>(std::move(source));
}

// Where nothing is known to come back, the body stands still for as long.
void put_back_what_was(Shot& shot) {
  if (!shot.instead_of) shot.still = {shot.poses->frames, shot.poses->fps};
  shot.source = shot.instead_of.value_or(SourceKind::rest);
  shot.instead_of.reset();
  shot.poses.reset();
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
  const bool had_poses = shot.source == SourceKind::poses;
  if (!edit.poses) {
    poses_of(shot);
    SetPoses reverse = {shot.poses};
    put_back_what_was(shot);
    return {std::move(reverse)};
  }
  PoseSource source = *edit.poses;
  if (source.fps == 0) source.fps = frame_rate(shot);
  number_poses(source.keys, "the poses");
  SetPoses reverse = {had_poses ? shot.poses : nullptr};
  if (!had_poses) shot.instead_of = std::exchange(shot.source, SourceKind::poses);
  take(shot, std::move(source));
  return {std::move(reverse)};
}

Edit change_poses(Shot& shot, const AddPose& edit) {
  PoseSource source = poses_of(shot);
  check_new_pose(edit.pose.id, source.keys);
  source.keys.push_back(edit.pose);
  take(shot, std::move(source));
  return {RemovePose{edit.pose.id}};
}

Edit change_poses(Shot& shot, const RemovePose& edit) {
  PoseSource source = poses_of(shot);
  const auto found = find_pose(source.keys, edit.pose);
  AddPose reverse = {std::move(*found)};
  source.keys.erase(found);
  take(shot, std::move(source));
  return {std::move(reverse)};
}

Edit change_poses(Shot& shot, const ChangePose& edit) {
  PoseSource source = poses_of(shot);
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
  PoseSource source = poses_of(shot);
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
  if (shot.source == SourceKind::poses) {
    require_one_kind(shot.bodies, "a motion between poses");
    validate(*shot.poses, shot.setup.body, "the poses", check);
  }
  if (frame_count(shot) == before.frames) return;
  const LayerLimits limits = layer_limits(shot);
  for (const Layer& layer : shot.layers) check_layer(layer, limits);
}

}  // namespace retake
