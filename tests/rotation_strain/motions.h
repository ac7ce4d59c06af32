#pragma once
#include <functional>
#include <memory>
#include <numbers>
#include <random>

#include "elasticity/bar.h"
#include "elasticity/sheet.h"
#include "retake/mesh/motion.h"
#include "retake/numerics/rotation.h"

// Bodies and motions for tests of warping.
namespace retake {

inline Body free_bar(const BarOptions& options = {}) {
  Body bar = make_bar(options);
  bar.pins.clear();
  return bar;
}

// Two bars that do not touch; the first has the pins of make_bar if `pinned`.
enum class FirstBar { pinned, free };
inline Body two_bars(FirstBar first) {
  Body body = make_bar();
  const Body other = make_bar({.cells = {2, 1, 1}});
  const auto n = static_cast<int>(body.rest_positions.cols());
  const auto tets = body.tets.cols();
  body.rest_positions.conservativeResize(3, n + other.vertex_count());
  body.rest_positions.rightCols(other.vertex_count()) =
      other.rest_positions.colwise() + Vec3(0, 1, 0);
  body.tets.conservativeResize(4, tets + other.tets.cols());
  body.tets.rightCols(other.tets.cols()) = other.tets.array() + n;
  if (first == FirstBar::free) body.pins.clear();
  return body;
}

// A motion of given poses of the rest shape.
using Pose = std::function<Vec3(const Vec3&)>;
inline std::shared_ptr<const Motion> motion_of(const Body& body, const std::vector<Pose>& poses) {
  auto motion = std::make_shared<Motion>();
  for (const Pose& pose : poses) {
    Eigen::Matrix3Xf frame(3, body.vertex_count());
    for (int v = 0; v < body.vertex_count(); ++v) {
      frame.col(v) = pose(body.rest_positions.col(v)).cast<float>();
    }
    motion->frames.push_back(frame);
  }
  return motion;
}
// The one frame of a pose.
inline Eigen::Matrix3Xf posed(const Body& body, const Pose& pose) {
  return motion_of(body, {pose})->frames[0];
}

inline Vec3 at_rest(const Vec3& x) { return x; }

// Turns about the x axis by `rate` radians per metre.
inline Pose twisted(double rate) {
  return [rate](const Vec3& x) {
    return Vec3(exp_rotation(Vec3(rate * x.x(), 0, 0)) * Vec3(0, x.y() - 0.1, x.z() - 0.1) +
                Vec3(x.x(), 0.1, 0.1));
  };
}

// Bent about z to an arc of `rate` radians per metre, and stretched a little.
inline Pose bent(double rate) {
  return [rate](const Vec3& x) {
    const double angle = rate * x.x();
    const double radius = 1 / rate - 1.1 * x.y();
    return Vec3(radius * std::sin(angle), 1 / rate - radius * std::cos(angle), 0.95 * x.z());
  };
}

inline Pose moved(const Pose& pose, const Vec3& turn, const Vec3& by) {
  return [=](const Vec3& x) { return Vec3(exp_rotation(turn) * pose(x) + by); };
}

// A smooth edit of about `size` metres, zero at x = 0.
inline Eigen::Matrix3Xf wave(const Body& body, double size) {
  Eigen::Matrix3Xf edit(3, body.vertex_count());
  for (int v = 0; v < body.vertex_count(); ++v) {
    const Vec3 x = body.rest_positions.col(v) * 10;
    edit.col(v) = (size * 0.1 * x.x() *
                   Vec3(std::sin(x.y()), std::cos(0.7 * x.x() + x.z()), std::sin(x.x() - x.z())))
                      .cast<float>();
  }
  return edit;
}

inline Eigen::Matrix3Xf edit_of(const Body& body, const Pose& displacement) {
  return posed(body, displacement);
}

inline double size_of(const Body& body) {
  return (body.rest_positions.rowwise().maxCoeff() - body.rest_positions.rowwise().minCoeff())
      .norm();
}

inline constexpr double pi = std::numbers::pi;

// Of any vertex of one from the same of the other.
inline double farthest(const Eigen::Matrix3Xf& a, const Eigen::Matrix3Xf& b) {
  return (a - b).colwise().norm().maxCoeff();
}

}  // namespace retake
