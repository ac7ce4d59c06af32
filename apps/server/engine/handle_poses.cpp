// Poses that are made and stored.
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
#include "retake/shot/sources/poses.h"

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

// The edit that `work` makes, when its turn has come.
template <class Work>
void edit_later(Desk& desk, const Request& request, int layer, Work work) {
  Deferred later = {request.tab, request.replies, request.type, layer, nullptr, {}};
  later.work = [&desk, to = later, work](Progress& progress) {
    do_and_answer(desk, to, work(progress));
  };
  put_off(desk, std::move(later));
}

bool are_equal(const PoseKey& a, const PoseKey& b, double size) {
  return (a.positions - b.positions).colwise().norm().maxCoeff() <= 1e-6 * size;
}

// A pose like the one before it: the body stands still between them, where nothing else is said.
void stand_still(std::vector<PoseKey>& keys, double size) {
  std::ranges::sort(keys, {}, &PoseKey::frame);
  for (std::size_t k = 1; k < keys.size(); ++k)
    if (!keys[k].more_turns && are_equal(keys[k - 1], keys[k], size)) keys[k].more_turns = 0;
}

// Layers fall silent: what they did is in the poses.
Edit poses_of_result(Desk& desk, const std::vector<int>& frames, Progress& progress) {
  Evaluation& evaluation = desk.shot->evaluation;
  PoseSource source;
  source.fps = evaluation.fps();
  source.frames = evaluation.frame_count();
  source.settings = pose_preset("direct").applied_to(source.settings);
  for (const int frame : frames) {
    source.keys.push_back(
        {frame, "Frame " + std::to_string(frame), evaluation.frame(frame, progress)});
  }
  stand_still(source.keys, desk.shot->size);
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
  frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
  if (frames.size() < 2 || frames.front() < 0 || frames.back() >= count) {
    request.fields.refuse("frames", {.what = "which frames become poses",
                                     .expected = "two or more of 0 to " + std::to_string(count - 1),
                                     .found = std::to_string(frames.size())});
  }
  let_go(desk);
  edit_later(desk, request, Deferred::top_layer, [&desk, frames](Progress& progress) {
    return poses_of_result(desk, frames, progress);
  });
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
  std::optional<double> plane;
  if (from.has("plane")) from.read("plane", plane.emplace());
  pose_with(desk, id);
  return {0, [&desk, id, axis, plane](Progress&) {
            const Body& body = desk.shot->body();
            const double at = plane ? *plane : plane_of_symmetry(body, axis);
            return mirrored(body, pose_with(desk, id).positions, axis, at);
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

Origin read_brought_pose(Desk& desk, JsonFields& from) {
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
    origin = read_brought_pose(desk, from);
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

ChangedPose without_numbers(const PoseKey& key) {
  ChangedPose pose = {key, true};
  pose.key.positions.resize(3, 0);
  pose.key.velocities.resize(3, 0);
  return pose;
}

// The edit that brings the pose in, new (id 0) or in place of the one with its id, and neighbours
// that stand still beside it.
Edit storing(const Desk& desk, const PoseKey& stored) {
  const std::vector<PoseKey>& before = poses_of(desk.document_shot())->keys;
  std::vector<PoseKey> after = before;
  std::erase_if(after, [&](const PoseKey& key) { return key.id == stored.id; });
  after.push_back(stored);
  stand_still(after, desk.shot->size);
  EditGroup group = {stored.id == 0 ? "Add pose" : "Change shape of pose", {}};
  for (const PoseKey& key : after) {
    ChangedPose change = without_numbers(key);
    if (key.id == stored.id) {
      change.key.positions = key.positions;
      group.edits.insert(group.edits.begin(),
                         key.id == 0 ? Edit{AddPose{key}} : Edit{ChangePose{std::move(change)}});
    } else if (key.more_turns != pose_with(desk, key.id).more_turns) {
      group.edits.push_back({ChangePose{std::move(change)}});
    }
  }
  return {std::move(group)};
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
  edit_later(desk, request, origin.layer,
             [&desk, origin, frame, replace, name](Progress& progress) {
               PoseKey key = {frame, name};
               if (replace != 0) key = pose_with(desk, replace);
               key.positions = origin.shape(progress);
               key.handles.clear();
               return storing(desk, key);
             });
  return std::nullopt;
}

}  // namespace

void check_has_poses(const Desk& desk) {
  if (desk.shot->evaluation.source_motion().poses()) return;
  throw InputError(
      {.what = "the shot has no poses", .advice = "Make poses of some of its frames first"});
}

const PoseKey& pose_with(const Desk& desk, int id) {
  check_has_poses(desk);
  for (const PoseKey& key : poses_of(desk.document_shot())->keys)
    if (key.id == id) return key;
  throw InputError({.what = "no such pose", .found = "id " + std::to_string(id)});
}

void add_pose_rules(Rules& rules) {
  rules["make_poses"] = {make_poses, true, true};
  rules["store_pose"] = {store_pose, true, true};
  add_bend_rules(rules);
  add_pose_graph_rules(rules);
}

}  // namespace retake::server
