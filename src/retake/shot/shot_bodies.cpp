#include "retake/shot/shot_bodies.h"

#include <algorithm>
#include <cassert>

#include "retake/elasticity/body_stack.h"
#include "retake/numerics/errors.h"

namespace retake {

namespace {

bool are_of_one_kind(const std::vector<Body>& bodies) {
  return std::all_of(bodies.begin(), bodies.end(),
                     [&](const Body& body) { return kind_of(body) == kind_of(bodies.front()); });
}

}  // namespace

void require_one_kind(const std::vector<ShotBody>& bodies, const std::string& what) {
  for (const ShotBody& part : bodies) {
    const Body &one = bodies.front().body, &other = part.body;
    if (kind_of(one) == kind_of(other)) continue;
    throw InputError({.what = what + " takes bodies of one kind",
                      .where = "body '" + other.name + "' beside body '" + one.name + "'",
                      .expected = kind_of(one),
                      .found = kind_of(other),
                      .advice = "Do it in a shot for each, and join their caches (`retake join`)"});
  }
}

ShotBodies::ShotBodies(std::vector<ShotBody> several, const std::string& name,
                       const Eigen::Vector3f& color)
    : several_(std::move(several)) {
  std::vector<Body> bodies;
  int first = 0;
  for (ShotBody& part : several_) {
    part.first_vertex = first;
    first += part.body.vertex_count();
    bodies.push_back(part.color ? painted(part.body, *part.color) : part.body);
  }
  stack_ = are_of_one_kind(bodies) ? retake::stack(bodies, color) : side_by_side(bodies, color);
  stack_.name = name;
}

Body& ShotBodies::only() {
  assert(several_.empty());
  return stack_;
}

const ShotBody& body_named(const Shot& shot, const std::string& name) {
  const auto found = std::find_if(shot.bodies.several().begin(), shot.bodies.several().end(),
                                  [&](const ShotBody& part) { return part.body.name == name; });
  if (found != shot.bodies.several().end()) return *found;
  std::string names;
  for (const ShotBody& part : shot.bodies.several()) {
    names += (names.empty() ? "'" : ", '") + part.body.name + "'";
  }
  throw InputError({.what = "no such body",
                    .expected = names.empty() ? "none, since the shot has one body alone" : names,
                    .found = "'" + name + "'"});
}

Shot shape_of_body(const Shot& shot, const ShotBody& body) {
  Shot shape;
  shape.name = shot.name + " " + body.body.name;
  shape.bodies.only() = body.body;
  shape.props = shot.props;
  shape.view = shot.view;
  shape.color = body.color.value_or(shot.color);
  shape.origin = body.origin;
  return shape;
}

Motion motion_of_body(const Motion& whole, const ShotBody& body) {
  Motion part{whole.fps, body.origin ? body.origin->start_frame : whole.start_frame,
              FrameList(whole.frames.store())};
  part.frames.reserve(whole.frames.size());
  for (const FrameView& frame : whole.frames) {
    part.frames.push_back(frame.middleCols(body.first_vertex, body.body.vertex_count()));
  }
  return part;
}

FrameStream stream_of_body(FrameStream whole, const ShotBody& body) {
  MotionInfo info = whole.info;
  info.point_count = body.body.vertex_count();
  if (body.origin) info.start_frame = body.origin->start_frame;
  const auto frame = [all = std::move(whole.frame), first = body.first_vertex,
                      count = info.point_count](int index) -> Eigen::Matrix3Xf {
    return all(index).middleCols(first, count);
  };
  return {info, frame};
}

}  // namespace retake
