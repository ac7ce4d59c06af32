// Poses that a hand bends.
#include <algorithm>

#include "apps/server/engine/descriptions.h"
#include "apps/server/engine/pose_requests.h"
#include "retake/numerics/errors.h"
#include "retake/shot/sources/poses.h"

namespace retake::server {

namespace {

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
  PoseSource source = *poses_of(desk.document_shot());
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

void add_bend_rules(Rules& rules) {
  rules["bend_pose"] = {bend_pose, true, true};
  rules["unbend_pose"] = {unbend_pose, true, true};
}

}  // namespace retake::server
