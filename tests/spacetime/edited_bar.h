// A small bar to edit: 4 m long, clamped at x = 0.
#pragma once
#include <algorithm>
#include <cmath>

#include <Eigen/LU>

#include "modes/bars.h"
#include "retake/numerics/rotation.h"
#include "retake/spacetime/motion_edit.h"

namespace retake {

inline constexpr int motion_frames = 40;
inline const Vec3 bar_tip = {4, 0, 0};

inline int nearest_vertex(const Body& body, const Vec3& point) {
  Eigen::Index vertex = 0;
  (body.rest_positions.colwise() - point).colwise().squaredNorm().minCoeff(&vertex);
  return static_cast<int>(vertex);
}

inline std::shared_ptr<Motion> still(const Body& body) {
  auto motion = std::make_shared<Motion>();
  motion->frames.assign(motion_frames, body.rest_positions.cast<float>());
  return motion;
}

// The bar bent into an arc that swings up and down: x along the bar, curvature growing and
// shrinking.
inline std::shared_ptr<Motion> swinging(const Body& body, double most_angle) {
  auto motion = still(body);
  for (int t = 0; t < motion_frames; ++t) {
    const double angle = most_angle * std::sin(0.3 * t) / 4 + 1e-9;  // per metre
    for (int v = 0; v < body.vertex_count(); ++v) {
      const Vec3 X = body.rest_positions.col(v);
      const double a = angle * X.x(), radius = 1 / angle;
      const Vec3 x(std::sin(a) * (radius - X.y()), radius - std::cos(a) * (radius - X.y()), X.z());
      motion->frames.change(static_cast<std::size_t>(t)).col(v) = x.cast<float>();
    }
  }
  return motion;
}

// About x, evenly along the bar, so that its end has turned by `angle`.
inline Eigen::Matrix3Xf twisted(const Body& body, double angle) {
  Eigen::Matrix3Xf pose(3, body.vertex_count());
  for (int v = 0; v < body.vertex_count(); ++v) {
    const Vec3 X = body.rest_positions.col(v);
    pose.col(v) = (exp_rotation({angle * X.x() / bar_tip.x(), 0, 0}) * X).cast<float>();
  }
  return pose;
}

inline EditInput input_of(Body body, std::shared_ptr<const Motion> motion, int modes = 40) {
  auto result = std::make_shared<Modes>(compute_modes(body, {.count = modes}).modes);
  return {.body = std::move(body), .motion = std::move(motion), .modes = std::move(result)};
}

inline EditInput still_bar() {
  const Body body = clamp_end(make_bar());
  return input_of(body, still(body));
}

inline Vec3 position(const MotionEdit& edit, int frame, int vertex) {
  return edit.frame(frame).col(vertex).cast<double>();
}

// Of any tet, over that at rest.
inline double smallest_volume(const Body& body, const Eigen::Matrix3Xf& positions) {
  double smallest = 1;
  for (Eigen::Index t = 0; t < body.tets.cols(); ++t) {
    const auto volume = [&](const auto& points) {
      Mat3 edges;
      for (int c = 0; c < 3; ++c) {
        edges.col(c) = points.col(body.tets(c + 1, t)).template cast<double>() -
                       points.col(body.tets(0, t)).template cast<double>();
      }
      return edges.determinant();
    };
    smallest = std::min(smallest, volume(positions) / volume(body.rest_positions));
  }
  return smallest;
}

inline Wish hold(int vertex, int frame, const Vec3& target) {
  return {.name = "tip", .frame = frame, .point = {{vertex, 1}}, .target = target};
}

}  // namespace retake
