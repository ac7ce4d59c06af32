#pragma once
#include <Eigen/Geometry>

#include "elasticity/bar.h"
#include "retake/mesh/surface.h"
#include "retake/shot/shot_bodies.h"
#include "retake/shot/sources/cache.h"

// Shots of several bodies, for tests.
namespace retake {

constexpr int bar_frames = 24;

// A small bar, held at its left end or free.
inline Body bar_at(const std::string& name, const Vec3& place, bool is_held = true) {
  Body body = make_bar({.cells = {6, 1, 1}});
  body.name = name;
  body.rest_positions.colwise() += place;
  body.triangles = surface_triangles({body.rest_positions, body.tets});
  if (!is_held) body.pins.clear();
  return body;
}

// The body falling, and turning about its middle; the other way to stand still.
inline Motion tumbling(const Body& body) {
  Motion motion{24, 0, {}};
  const Vec3 middle = body.rest_positions.rowwise().mean();
  for (int t = 0; t < bar_frames; ++t) {
    const Mat3 turn = Eigen::AngleAxisd(0.2 * t, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    const Vec3 fall = middle - Vec3(0, 0.002 * t * t, 0);
    motion.frames.push_back(
        ((turn * (body.rest_positions.colwise() - middle)).colwise() + fall).cast<float>());
  }
  return motion;
}
inline Motion standing(const Body& body) {
  return {24, 0, {static_cast<std::size_t>(bar_frames), body.rest_positions.cast<float>()}};
}

inline Shot shot_of(const Body& body, const Motion& motion) {
  Shot shot;
  shot.name = body.name;
  shot.bodies.only() = body;
  shot.source = CachedSource(motion);
  return shot;
}

// A bar that stands held at its end and a free one beside it that tumbles, twice as stiff.
inline Shot two_bars() {
  Shot shot;
  shot.name = "two bars";
  std::vector<ShotBody> bodies = {{.body = bar_at("held", {0, 0, 0})},
                                  {.body = bar_at("free", {0, 0, 1}, false)}};
  bodies[1].body.materials[0].young *= 2;
  const Motion one = standing(bodies[0].body), other = tumbling(bodies[1].body);
  shot.bodies = ShotBodies(std::move(bodies), shot.name, shot.color);
  shot.source = CachedSource(Motion{24, 0, {}});
  for (std::size_t t = 0; t < bar_frames; ++t) {
    Eigen::Matrix3Xf whole(3, shot.body().vertex_count());
    whole << one.frames[t], other.frames[t];
    cache_of(shot).frames.push_back(whole);
  }
  return shot;
}

// A handle that moves the vertex by so much, across, at frame 12.
inline Layer pull_layer(int id, const Motion& motion, int vertex, const Vec3& by) {
  WishLayer green;
  green.settings.modes = 30;
  Wish wish;
  wish.frame = 12;
  wish.point = {{vertex, 1}};
  wish.target = motion.frames[12].col(vertex).cast<double>() + by;
  green.wishes = {{id + 1, wish}};
  return {.id = id, .name = "pull", .content = green};
}

}  // namespace retake
