// Poses that are made, stored and bent.
#include <algorithm>

#include "apps/server/engine/brought_file.h"
#include "apps/server/engine/descriptions.h"
#include "apps/server/engine/give_ids.h"
#include "apps/server/engine/handlers.h"
#include "apps/server/engine/pose_requests.h"
#include "apps/server/engine/show.h"
#include "apps/server/engine/stored_pose.h"
#include "retake/interpolation/pose_presets.h"
#include "retake/numerics/errors.h"
#include "retake/shot/pose_files.h"

namespace retake::server {

namespace {

const std::vector<std::string> axis_names = {"x", "y", "z"};

// Does the edit, and answers with the ids that it gave.
void do_and_answer(Desk& desk, const Deferred& to, Edit edit) {
  GiveIds ids{desk.shot->document};
  std::visit(ids, edit.what);
  desk.shot->document.apply(edit);
  follow_document(desk);
  Json answer = done();
  answer["ids"] = ids.given;
  desk.audience.answer(to.tab, to.replies, answer);
}

template <class Work>
void defer(Desk& desk, const Request& request, int layer, Work work) {
  Deferred later = {request.tab, request.replies, request.type, layer, nullptr, {}};
  later.work = [&desk, to = later, work](Progress& progress) {
    do_and_answer(desk, to, work(progress));
  };
  put_off(desk, std::move(later));
}

// Layers fall silent: what they did is in the poses.
Edit poses_of_result(Desk& desk, const std::vector<int>& frames, Progress& progress) {
  Evaluation& evaluation = desk.shot->evaluation;
  PoseSource source;
  source.fps = evaluation.fps();
  source.frames = evaluation.frame_count();
  const PosePreset& direct = pose_preset("direct");
  source.settings.between = direct.between;
  source.settings.spectrum = direct.spectrum;
  for (const int frame : frames) {
    PoseKey key = {frame, "frame " + std::to_string(frame), evaluation.frame(frame, progress)};
    const bool stands_still = !source.keys.empty() && source.keys.back().positions == key.positions;
    if (stands_still) key.more_turns = 0;
    source.keys.push_back(std::move(key));
  }
  EditGroup group = {"Make poses", {{SetPoses{std::make_shared<const PoseSource>(source)}}}};
  for (const Layer* layer : active_layers(desk.document_shot().layers))
    group.edits.push_back({SetMuted{layer->id, true}});
  return {std::move(group)};
}

Answer make_poses(Desk& desk, Request& request) {
  const int count = desk.shot->evaluation.frame_count();
  std::vector<int> frames = {0, count - 1};
  request.fields.read("frames", frames);
  request.fields.finish();
  std::ranges::sort(frames);
  const auto [same, end] = std::ranges::unique(frames);
  frames.erase(same, end);
  if (frames.size() < 2 || frames.front() < 0 || frames.back() >= count) {
    request.fields.refuse("frames", {.what = "which frames become poses",
                                     .expected = "two or more of 0 to " + std::to_string(count - 1),
                                     .found = std::to_string(frames.size())});
  }
  let_go(desk);
  defer(desk, request, Deferred::top_layer,
        [&desk, frames](Progress& progress) { return poses_of_result(desk, frames, progress); });
  return std::nullopt;
}

Eigen::Matrix3Xf blended(Desk& desk, int first, int second, double share) {
  SourceMotion& source = desk.shot->evaluation.source_motion();
  const std::vector<PoseKey>& keys = source.poses()->keys;
  const auto index = [&](int id) {
    return static_cast<std::size_t>(&pose_with(desk, id) - keys.data());
  };
  return source.between()->blended(index(first), index(second), share);
}

// Where a shape comes from: known at once, or later where frames must be computed.
struct Origin {
  int layer = 0;  // whose modes must be there first
  std::function<Eigen::Matrix3Xf(Progress&)> shape;
};

Origin read_mirror(Desk& desk, JsonFields& from) {
  int id = 0, axis = 0;
  from.read("mirror", id);
  axis = from.read_choice("axis", axis_names, 0);
  pose_with(desk, id);
  return {0, [&desk, id, axis](Progress&) {
            return mirrored(desk.shot->body(), pose_with(desk, id).positions, axis);
          }};
}

Origin read_blend(Desk& desk, JsonFields& from) {
  std::vector<int> ids;
  double share = 0.5;
  from.read("blend", ids);
  from.read("share", share);
  if (ids.size() != 2 || share < 0 || share > 1)
    from.refuse("blend", {.what = "which poses are blended",
                          .expected = "two ids, and a share from 0 to 1"});
  for (const int id : ids) pose_with(desk, id);
  return {0, [&desk, ids, share](Progress&) { return blended(desk, ids[0], ids[1], share); }};
}

Origin read_brought(Desk& desk, JsonFields& from) {
  const std::string drop = from.required_text("drop"), name = from.required_text("file");
  const auto file = brought_file(desk, drop, name);
  return {0, [&desk, file](Progress&) { return read_pose_mesh(file, desk.document_shot()); }};
}

Origin read_origin(Desk& desk, JsonFields& fields) {
  const Json* given = fields.find("from");
  if (given != nullptr && *given == "rest")
    return {0, [&desk](Progress&) -> Eigen::Matrix3Xf {
              return desk.shot->body().rest_positions.cast<float>();
            }};
  JsonFields from = fields.object("from");
  Origin origin;
  if (from.has("mirror")) {
    origin = read_mirror(desk, from);
  } else if (from.has("blend")) {
    origin = read_blend(desk, from);
  } else if (from.has("drop")) {
    origin = read_brought(desk, from);
  } else {
    Look look;
    if (from.has("pose") && !from.has("what")) {
      look.what = What::pose;
      from.read("pose", look.pose);
      pose_with(desk, look.pose);
    } else {
      look = read_what(desk, from);
      look.frame = read_frame(desk, from);
    }
    origin = {look.what == What::result ? Deferred::top_layer : look.layer,
              [&desk, look](Progress& progress) { return desk.pictures->frame(look, progress); }};
  }
  from.finish();
  return origin;
}

Edit replacing(Desk& desk, int id, Eigen::Matrix3Xf shape) {
  ChangedPose pose = {pose_with(desk, id), true};
  pose.key.velocities.resize(3, 0);
  pose.key.positions = std::move(shape);
  pose.key.handles.clear();
  return {EditGroup{"Change shape of pose", {{ChangePose{std::move(pose)}}}}};
}

Edit adding(const Desk& desk, PoseKey key) {
  // Beside a pose of the same shape the body stands still.
  std::vector<PoseKey> keys = desk.document_shot().poses->keys;
  for (const PoseKey& other : keys)
    if (other.positions == key.positions) key.more_turns = 0;
  return {AddPose{std::move(key)}};
}

Answer store_pose(Desk& desk, Request& request) {
  int frame = 0, replace = 0;
  std::string name;
  request.fields.read("replace", replace);
  request.fields.read("name", name);
  if (replace == 0) frame = read_frame(desk, request.fields);
  request.fields.has("frame");
  const Origin origin = read_origin(desk, request.fields);
  request.fields.finish();
  check_has_poses(desk);
  if (replace != 0) pose_with(desk, replace);
  let_go(desk);
  defer(desk, request, origin.layer, [&desk, origin, frame, replace, name](Progress& progress) {
    Eigen::Matrix3Xf shape = origin.shape(progress);
    if (replace != 0) return replacing(desk, replace, std::move(shape));
    return adding(desk, {frame, name, std::move(shape)});
  });
  return std::nullopt;
}

// The pose is bent from where the hand took hold of it.
PoseBend& bender_of(Desk& desk, int pose) {
  Drag& drag = *desk.drag;
  if (drag.bender && drag.bent_pose == pose) return *drag.bender;
  if (drag.bender) {
    throw InputError({.what = "another pose is bent already", .advice = "Let go of it first"});
  }
  const auto modes = desk.shot->evaluation.source_motion().pose_modes();
  if (!modes) {
    throw InputError({.what = "the modes are not there yet", .advice = "Wait for their job"});
  }
  drag.bender =
      std::make_shared<PoseBend>(desk.shot->body(), *modes, pose_with(desk, pose).positions);
  drag.bent_pose = pose;
  return *drag.bender;
}

void check_bend(const Desk& desk, JsonFields& fields, int vertex, int drag) {
  check_has_poses(desk);
  if (!desk.drag || desk.drag->number != drag || drag == 0) {
    throw InputError({.what = "no such drag is open",
                      .found = std::to_string(drag),
                      .advice = "Begin a drag first"});
  }
  const Body& body = desk.shot->body();
  if (vertex < 0 || vertex >= body.vertex_count())
    fields.refuse("vertex", {.what = "no such vertex", .found = std::to_string(vertex)});
  if (std::ranges::find(body.pins, vertex) != body.pins.end())
    fields.refuse("vertex", {.what = "a pinned vertex does not move",
                             .found = std::to_string(vertex),
                             .advice = "Take hold of another one"});
}

// The pose with its handles where the bent body has them.
PoseKey bent_key(const PoseKey& before, std::vector<PoseHandle> handles, const PoseBend::Bent& bent,
                 double size) {
  PoseKey key = before;
  key.positions = bent.positions;
  for (auto& [vertex, target] : handles) {
    const Vec3 there = bent.positions.col(vertex).cast<double>();
    if ((there - target).norm() > 1e-6 * size) target = there;
  }
  key.handles = std::move(handles);
  return key;
}

void show_bent(Desk& desk, const PoseKey& key) {
  PoseSource source = *desk.document_shot().poses;
  for (PoseKey& each : source.keys)
    if (each.id == key.id) each = key;
  ChangedPose change = {key, true};
  change.key.velocities.resize(3, 0);
  desk.drag->bend = Edit{ChangePose{std::move(change)}};
  desk.drag->frame = key.frame;
  desk.pictures->set_dragged(0);
  desk.shot->evaluation.show_poses(std::make_shared<const PoseSource>(std::move(source)),
                                   desk.document_shot().layers);
  desk.audience.tell_all(moved_poses(*desk.shot));
}

Answer bend_pose(Desk& desk, Request& request) {
  int id = 0, vertex = -1, drag = 0;
  Vec3 target = Vec3::Zero();
  request.fields.read("pose", id);
  request.fields.read("vertex", vertex);
  request.fields.read("target", target);
  request.fields.read("drag", drag);
  request.fields.finish();
  check_bend(desk, request.fields, vertex, drag);
  PoseBend& bender = bender_of(desk, id);
  const PoseKey& before = pose_with(desk, id);
  std::vector<PoseHandle> handles = before.handles;
  std::erase_if(handles, [&](const PoseHandle& handle) { return handle.vertex == vertex; });
  handles.push_back({vertex, target});
  std::vector<BentPoint> points;
  for (const auto& [at, to] : handles) points.push_back({at, to});
  const PoseBend::Bent bent = bender.bend(points);
  show_bent(desk, bent_key(before, std::move(handles), bent, desk.shot->size));
  Json answer = done();
  answer["miss"] = bent.miss;
  return answer;
}

Answer unbend_pose(Desk& desk, Request& request) {
  int id = 0, vertex = -1;
  request.fields.read("pose", id);
  request.fields.read("vertex", vertex);
  request.fields.finish();
  let_go(desk);
  ChangedPose pose = {pose_with(desk, id), true};
  pose.key.positions.resize(3, 0);
  pose.key.velocities.resize(3, 0);
  const auto gone = std::erase_if(
      pose.key.handles, [&](const PoseHandle& handle) { return handle.vertex == vertex; });
  if (gone == 0)
    request.fields.refuse("vertex",
                          {.what = "the pose has no such handle", .found = std::to_string(vertex)});
  desk.shot->document.apply({EditGroup{"Delete handle of pose", {{ChangePose{std::move(pose)}}}}});
  follow_document(desk);
  return done();
}

}  // namespace

void check_has_poses(const Desk& desk) {
  if (desk.shot->evaluation.source_motion().poses()) return;
  throw InputError(
      {.what = "the shot has no poses", .advice = "Make poses of some of its frames first"});
}

const PoseKey& pose_with(const Desk& desk, int id) {
  check_has_poses(desk);
  for (const PoseKey& key : desk.document_shot().poses->keys)
    if (key.id == id) return key;
  throw InputError({.what = "no such pose", .found = "id " + std::to_string(id)});
}

void add_pose_rules(Rules& rules) {
  rules["make_poses"] = {make_poses, true, true};
  rules["store_pose"] = {store_pose, true, true};
  rules["bend_pose"] = {bend_pose, true, true};
  rules["unbend_pose"] = {unbend_pose, true, true};
  add_pose_graph_rules(rules);
}

}  // namespace retake::server
